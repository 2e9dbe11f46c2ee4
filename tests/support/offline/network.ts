import { vi } from 'vitest';
import type { TestServer } from '../server/server.ts';
import { wireTo, type Network } from './wire.ts';

/** Stands between the app and the real server: stubs `fetch` for the test's duration. */
export function network(server: () => TestServer): Network {
  const { net, fetchOf } = wireTo(server);
  vi.stubGlobal('fetch', fetchOf());
  return net;
}
