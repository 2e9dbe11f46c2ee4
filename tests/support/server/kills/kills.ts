import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfiguration } from '../../../../server/configuration/configuration.ts';
import { createContext } from '../../../../server/process/createContext.ts';
import type { Context } from '../../../../server/context.ts';
import { copyMigratedDatabase } from '../databases/embeddedCopies.ts';
import { faultsIn, filesOf } from './agreement.ts';
import { communityOf, loadOf } from './load.ts';
import { UNLIMITED } from '../server.ts';
import { startServer } from '../serverProcess.ts';

const WRITERS = 6;

export interface KillFigures {
  rounds: number;
  /** The number of answered changes. */
  acknowledged: number;
  /** The number of changes without an answer when the server was killed, over all rounds. */
  cutOff: number;
  /** The number of stored answers to repeated changes. */
  repeats: number;
  /** The number of photo files that killed servers left behind and the cleanup deleted. */
  swept: number;
  /** The faults that were found. */
  faults: string[];
}

/**
 * Starts the built server, sends it load, kills it at a random moment, opens its data as the next start does and checks
 * it; `rounds` times on the same data, which is embedded unless a database server's `url` is given.
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

  if (!url) await copyMigratedDatabase(path.join(folder, 'database'));
  const empty = await open();
  const load = loadOf(await communityOf(empty.database, WRITERS));
  await empty.database.close();

  for (let round = 1; round <= rounds; round++) {
    const server = startServer(environment);
    const port = await server.port();
    const answered = load.changes.filter(({ answer }) => answer !== undefined).length;
    const working = load.work(port);
    // Not before the first answer, so that on a slow machine no idle server is killed.
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
  if (load.putOff > 0) figures.faults.push(`${load.putOff} requests were put off`);
  figures.acknowledged = load.changes.filter(({ answer }) => answer !== undefined).length;
  figures.repeats = load.repeats;
  await rm(folder, { recursive: true });
  return figures;
}

function isAlive({ child }: ReturnType<typeof startServer>): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Waits until the database server has ended the killed process's connections. */
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
