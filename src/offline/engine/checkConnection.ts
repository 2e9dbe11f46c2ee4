import { ApiError, ping, Unreachable } from '../../api/call.ts';

/** Pings the server, which updates the connection state. */
export function checkConnection(): void {
  ping().catch((error: unknown) => {
    if (!(error instanceof Unreachable || error instanceof ApiError)) throw error;
  });
}
