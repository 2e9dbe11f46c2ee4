import { ApiError, ping, Unreachable } from '../../call.ts';

/** Asks the server for a sign of life; what is known of the connection follows. */
export function checkConnection(): void {
  ping().catch((error: unknown) => {
    if (!(error instanceof Unreachable || error instanceof ApiError)) throw error;
  });
}
