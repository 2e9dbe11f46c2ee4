import { test as base } from 'vitest';
import { testServer, type TestServer } from './server.ts';

/** The server of the test file that runs. */
export let server: TestServer;
/** The tokens of people whom `populate` adds. */
export let manager: string;
export let resident: string;
export let neighbour: string;
export let newcomer: string;

/**
 * `test` whose file has a server with everybody signed in, from before its first test, or `test.beforeAll`, until after
 * its last.
 */
export const test = base
  .extend('environment', { scope: 'file' }, {} as Record<string, string>)
  .extend('world', { scope: 'file', auto: true }, async ({ environment }, { onCleanup }) => {
    server = await testServer(environment);
    onCleanup(() => server.close());
    [manager, resident, neighbour, newcomer] = await Promise.all([
      server.token('manager'),
      server.token('resident'),
      server.token('neighbour'),
      server.token('newcomer'),
    ]);
  });

/** The same, with the server configured by these variables. */
export const testWith = (environment: Record<string, string>) =>
  test.extend('environment', { scope: 'file' }, environment);
