import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { routes } from '../contract/routes.ts';
import { API_PREFIX } from '../contract/http/route.ts';
import { createApp } from './app.ts';
import { serveCommands } from './process/commandSocket.ts';
import type { Context } from './context.ts';
import {
  configurationWarnings,
  readConfiguration,
  type Configuration,
} from './configuration/configuration.ts';
import { createDemo } from './demo/demo.ts';
import { STORED_CARD } from './demo/pastProvider.ts';
import { standardOutput } from './http/log.ts';
import { createContext } from './process/createContext.ts';
import { PhotoStoreUnavailable } from './photos/store.ts';
import { makeSetupLink, SETUP_LINK_HOURS } from './resources/community/setupLink.ts';
import { gracefulShutdown } from './http/shutdown.ts';
import { startWatchdog } from './process/watchdog.ts';

/** The directory of the built app: beside the built server, or in `dist` when run from source. */
const PAGES = import.meta.url.includes('/dist/server/') ? '../app' : '../dist/app';

/** How long a stop may take, in milliseconds: less than the 10 seconds that container runtimes grant. */
const MAX_STOP = 8000;

/** How long the stand-in for Stripe processes a bank debit, in seconds: long enough to be seen. */
const DEMO_DEBIT = 60;

/** Starts the stand-in for Stripe if there are no keys and the server is not in production. */
async function startStandIn({ stripe, production, DATA_DIR }: Configuration) {
  if (stripe || production) return undefined;
  const standIn = await import('../stripe-stand-in/standIn.ts');
  return standIn.startStandIn({
    file: path.resolve(DATA_DIR, 'stripe-stand-in.json'),
    debitSeconds: DEMO_DEBIT,
  });
}

/** Makes the demo data, or says why it must wait. Returns whether the database has it. */
async function hasDemo(context: Context, log: FastifyBaseLogger): Promise<boolean> {
  try {
    await createDemo(context);
    return true;
  } catch (error) {
    if (!(error instanceof PhotoStoreUnavailable)) throw error;
    log.warn(`no demo data before the next start: ${error.message}`);
    return false;
  }
}

/** Tells how a community without a manager is set up. Each start makes a new link, which ends the one before. */
async function logSetupLink({ database, configuration }: Context, port: number): Promise<void> {
  const token = await makeSetupLink(database);
  if (token === undefined) return;
  const origin = configuration.PUBLIC_URL ?? `http://localhost:${port}`;
  // Behind the #, so that no proxy on the way logs it.
  const link = new URL(`/setup#${token}`, origin).href;
  process.stdout.write(
    `Nobody manages this community yet. Set it up within ${SETUP_LINK_HOURS} hours at\n  ${link}\n`,
  );
}

async function start(): Promise<void> {
  const environment = readConfiguration(process.env);
  const standIn = await startStandIn(environment);
  const configuration = standIn ? { ...environment, stripe: standIn.settings } : environment;
  const context = await createContext(configuration);

  const app = await createApp({
    ...context,
    pagesRoot: fileURLToPath(new URL(PAGES, import.meta.url)),
    logTo: standardOutput(),
  });
  for (const doubt of configurationWarnings(configuration)) app.log.warn(doubt);
  const demo = configuration.demo && (await hasDemo(context, app.log));
  if (demo) standIn?.knowCustomer(STORED_CARD);
  standIn?.join(app, API_PREFIX + routes.stripeWebhook.path);
  const endCommands = await serveCommands(context, app.log);

  // A start that migrates may take long.
  startWatchdog();
  void context.database.panic.then((error) => {
    app.log.fatal(error, 'the embedded database stopped');
    process.exit(1);
  });

  const stopApp = gracefulShutdown(app);
  let stopped = false;
  async function stop(signal: string): Promise<void> {
    if (stopped) return;
    stopped = true;
    app.log.info({ signal }, 'stopping');
    setTimeout(() => {
      // What was acknowledged is on disk, and a change without an answer is sent again.
      app.log.warn('stopped with work unfinished');
      process.exit(1);
    }, MAX_STOP).unref();
    await Promise.all([stopApp(), endCommands()]);
    await standIn?.close();
    await context.database.close();
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          app.log.error(error, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
  }

  await app.listen({ port: configuration.PORT, host: configuration.HOST }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    const portInUse = `Port ${configuration.PORT} is in use by another program`;
    throw new Error(`${portInUse}: stop it, or set PORT to another one.`, { cause: error });
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : configuration.PORT;
  process.stdout.write(`\nPorchlight is at http://localhost:${port}\n`);
  if (demo) {
    process.stdout.write('Demo sign-ins: manager / porchlight and resident / porchlight\n');
  }
  await logSetupLink(context, port);
  if (standIn) process.stdout.write('Card payments are a test: no Stripe keys are set.\n');
  process.stdout.write('\n');
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
