import { test as base } from 'vitest';
import { testServer, type TestServer } from './server.ts';

/** The server of the current test file. */
export let server: TestServer;
/** The tokens of the users that `populate` adds. */
export let manager: string;
export let resident: string;
export let neighbour: string;
export let newcomer: string;

interface Environment {
  environment: Record<string, string>;
}
interface Lifetime {
  onCleanup: (close: () => Promise<void>) => void;
}

async function begin({ environment }: Environment, { onCleanup }: Lifetime): Promise<void> {
  server = await testServer(environment);
  onCleanup(() => server.close());
  [manager, resident, neighbour, newcomer] = await Promise.all([
    server.token('manager'),
    server.token('resident'),
    server.token('neighbour'),
    server.token('newcomer'),
  ]);
}

const configured = base.extend('environment', { scope: 'file' }, {} as Environment['environment']);

/**
 * `test` whose file has a server with everybody signed in, from before its first test, or `test.beforeAll`, until after
 * its last.
 */
export const test = configured.extend('world', { scope: 'file', auto: true }, begin);

/** The same, with the server configured by these variables. */
export const testWith = (environment: Environment['environment']) =>
  test.extend('environment', { scope: 'file' }, environment);

/** The same, with a server of each test's own, for what a test does not undo. */
export const isolatedTest = configured.extend('world', { auto: true }, begin);
