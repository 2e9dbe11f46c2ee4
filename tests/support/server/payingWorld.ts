import { test as base } from 'vitest';
import { payingServer, type PayingServer } from './paying.ts';

/** The server of the test that runs. */
export let server: PayingServer;
/** The token of the resident. */
export let resident: string;

/** `test` with a server of each test's own, since nothing is taken out of a ledger again. */
export const test = base
  .extend('environment', {} as Record<string, string>)
  .extend('world', { auto: true }, async ({ environment }, { onCleanup }) => {
    server = await payingServer(environment);
    onCleanup(() => server.close());
    resident = await server.token('resident');
  });
