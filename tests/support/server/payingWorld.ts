import { test as base } from 'vitest';
import { payingServer, type PayingServer } from './paying.ts';

/** The server of the current test. */
export let server: PayingServer;
/** The token of the resident. */
export let resident: string;

interface Environment {
  environment: Record<string, string>;
}
interface Lifetime {
  onCleanup: (close: () => Promise<void>) => void;
}

async function begin({ environment }: Environment, { onCleanup }: Lifetime): Promise<void> {
  server = await payingServer(environment);
  onCleanup(() => server.close());
  resident = await server.token('resident');
}

/** `test` with a server of each test's own, since nothing is taken out of a ledger again. */
export const test = base
  .extend('environment', {} as Environment['environment'])
  .extend('world', { auto: true }, begin);

/** `test` with one server for the file, from before `test.beforeAll`, configured by these variables. */
export const testWith = (environment: Environment['environment'] = {}) =>
  base
    .extend('environment', { scope: 'file' }, environment)
    .extend('world', { scope: 'file', auto: true }, begin);
