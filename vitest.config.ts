import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const setup = ['./tests/support/setup.ts', './tests/support/runs.ts'];

/** The tests of one folder of `tests/`, run as the project of the same name. */
const testsIn = (folder: string) => [`tests/${folder}/**/*.test.{ts,tsx}`];

/**
 * A worker runs one file after the other in one process. The server's modules are read once, and PGlite's code, which
 * the engine compiles better the longer it runs, and its databases are used again.
 */
const isolate = false;

/** `npm run test:long` tries everything far more often. */
const patience = process.env.TEST_LONG === 'true' ? 10 : 1;

export default defineConfig({
  plugins: [react()],
  test: {
    // A suite that found no file must not pass for a green one.
    passWithNoTests: false,
    // `.only` left behind would silently skip the rest, on a laptop as on CI.
    allowOnly: false,
    maxWorkers: 2,
    restoreMocks: true,
    // What a busy machine shows late.
    expect: { poll: { timeout: 60_000 } },
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'contract',
          include: testsIn('contract'),
          environment: 'node',
          isolate,
          setupFiles: setup,
          testTimeout: 120_000 * patience,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: testsIn('server'),
          environment: 'node',
          isolate,
          globalSetup: './tests/support/server/serverBuild.ts',
          setupFiles: setup,
          // A file's first test opens an embedded PostgreSQL, which takes seconds on a slow machine.
          testTimeout: 120_000 * patience,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'offline',
          include: testsIn('offline'),
          environment: 'node',
          isolate,
          setupFiles: ['fake-indexeddb/auto', ...setup],
          testTimeout: 120_000 * patience,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: testsIn('screens'),
          environment: './tests/support/screens/screensEnvironment.ts',
          isolate,
          // Stripe's loader keeps the first script that it met; `openApp` forgets modules, unless they are Node's.
          server: { deps: { inline: ['@stripe/stripe-js'] } },
          environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
          // A query that found nothing prints the page: the bars alone have 7,000 characters, the default.
          env: { DEBUG_PRINT_LIMIT: '30000' },
          setupFiles: ['fake-indexeddb/auto', ...setup, './tests/support/screens/setup.ts'],
          // A worker's first test transforms and reads the whole app: 9 s alone, over a minute beside the linter, the type
          // checker and three browsers, which go before it.
          testTimeout: 300_000 * patience,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: testsIn('browser'),
          environment: 'node',
          isolate,
          globalSetup: ['./tests/support/browser/demoData.ts', './tests/support/browser/signedInDevices.ts'],
          setupFiles: setup,
          // One browser, one server, one test at a time: two were no faster beside the other tests, 1,224 s against 1,202.
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 300_000 * patience,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          include: (process.env.ENGINES ?? 'chromium,webkit,firefox')
            .split(',')
            .map((engine) => `tests/engines/${engine}.test.ts`),
          environment: 'node',
          isolate,
          globalSetup: './tests/support/browser/demoData.ts',
          setupFiles: setup,
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 300_000 * patience,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: testsIn('faults'),
          environment: 'node',
          isolate,
          globalSetup: './tests/support/server/serverBuild.ts',
          setupFiles: setup,
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 600_000 * patience,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
