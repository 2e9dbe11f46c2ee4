import { vi } from 'vitest';
import type { TestServer } from '../server/server.ts';
import { createNetwork, type Network } from './testNetwork.ts';

/** Replaces `fetch` by one that goes over a simulated network to the test server, for the rest of the test. */
export function stubNetwork(server: () => TestServer): Network {
  const { net, fetchFor } = createNetwork(server);
  vi.stubGlobal('fetch', fetchFor());
  return net;
}
