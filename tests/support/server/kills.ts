import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfiguration } from '../../../server/configuration.ts';
import { createContext } from '../../../server/createContext.ts';
import type { Context } from '../../../server/context.ts';
import { faultsIn, filesOf } from './agreement.ts';
import { communityOf, loadOf } from './load.ts';
import { UNLIMITED } from './server.ts';
import { startServer } from './serverProcess.ts';

const WRITERS = 6;

export interface KillFigures {
  rounds: number;
  /** Changes that the server had answered. */
  acknowledged: number;
  /** Changes that were under way when the server died, over all rounds. */
  cutOff: number;
  /** Answers given again to a change that had been made. */
  repeats: number;
  /** Photo files that dead servers left behind, and the sweep took. */
  swept: number;
  /** What must not be. */
  faults: string[];
}

/**
 * Starts the built server, lets people work on it, kills it at a random moment, opens its data as the next start does
 * and looks for faults; so many times on one set of data, which is embedded unless a database server's `url` is given.
 */
export async function killRounds(rounds: number, url?: string): Promise<KillFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-kills-'));
  const environment = {
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    ...UNLIMITED,
    ...(url ? { DATABASE_URL: url } : {}),
  };
  const open = () => createContext(readConfiguration({ NODE_ENV: 'production', ...environment }));
  const figures: KillFigures = { rounds, acknowledged: 0, cutOff: 0, repeats: 0, swept: 0, faults: [] };

  const empty = await open();
  const load = loadOf(await communityOf(empty.database, WRITERS));
  await empty.database.close();

  for (let round = 1; round <= rounds; round++) {
    const server = startServer(environment, { built: true });
    const port = await server.port();
    const answered = load.changes.filter(({ answer }) => answer !== undefined).length;
    const working = load.work(port);
    // Not before somebody was answered, or a slow machine would see its servers die idle.
    while (load.changes.filter(({ answer }) => answer !== undefined).length === answered && isAlive(server)) {
      await pause(10);
    }
    await pause(Math.random() * 1500);
    await server.kill();
    await working;
    figures.cutOff += load.changes.filter(({ answer }) => answer === undefined).length;

    const context = await open();
    await untilAlone(context);
    const before = (await filesOf(context)).size;
    const faults = await faultsIn(context, load.changes);
    figures.swept += before - (await filesOf(context)).size;
    await context.database.close();
    figures.faults.push(...[...faults, ...load.wrong.splice(0)].map((each) => `Round ${round}: ${each}`));
  }
  figures.acknowledged = load.changes.filter(({ answer }) => answer !== undefined).length;
  figures.repeats = load.repeats;
  await rm(folder, { recursive: true });
  return figures;
}

function isAlive({ child }: ReturnType<typeof startServer>): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** A database server may still be busy with what the dead process asked last. */
async function untilAlone({ database }: Context): Promise<void> {
  if (database.kind === 'embedded') return;
  for (;;) {
    const others = await database.transaction(
      (sql) => sql`
        select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
          and backend_start < (select backend_start from pg_stat_activity where pid = pg_backend_pid())
          and state <> 'idle'`,
    );
    if (others.length === 0) return;
    await pause(20);
  }
}
