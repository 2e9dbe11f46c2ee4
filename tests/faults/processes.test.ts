import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfiguration } from '../../server/configuration/configuration.ts';
import type { Context } from '../../server/context.ts';
import { createContext } from '../../server/process/createContext.ts';
import { faultsIn } from '../support/server/kills/agreement.ts';
import { serverDatabase } from '../support/server/databases/database.ts';
import { communityOf, loadOf } from '../support/server/kills/load.ts';
import { postgresIfInstalled } from '../support/server/databases/postgres.ts';
import { photo, reportForm, UNLIMITED } from '../support/server/server.ts';
import { startServer, type ServerProcess } from '../support/server/serverProcess.ts';

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

// Part of the suite only where PostgreSQL is installed.
const whereInstalled: (name: string, tests: () => void) => void = postgres ? describe : () => undefined;

whereInstalled('three processes on one database', () => {
  let own: Awaited<ReturnType<typeof serverDatabase>>;
  let folder: string;
  let environment: Record<string, string>;
  let running: ServerProcess[];
  let ports: number[];
  let context: Context;
  let writers: Awaited<ReturnType<typeof communityOf>>;

  /** Three at once. */
  async function startThree(): Promise<void> {
    running = [1, 2, 3].map(() => startServer(environment));
    ports = await Promise.all(running.map((server) => server.port()));
  }

  beforeAll(async () => {
    own = await serverDatabase(postgres!.url);
    folder = await mkdtemp(path.join(tmpdir(), 'porchlight-three-'));
    environment = {
      DATABASE_URL: own.url,
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      SIGN_IN_FAILURES_PER_ACCOUNT: '4',
      ...UNLIMITED,
    };
    // The database is empty: they take turns to make its tables.
    await startThree();
    context = await createContext(readConfiguration({ NODE_ENV: 'production', ...environment }));
    writers = await communityOf(context.database, 6);
    await Promise.all(running.map((server) => server.kill()));
  });
  afterAll(async () => {
    await context.database.close();
    await own.drop();
    await rm(folder, { recursive: true });
  });
  beforeEach(startThree);
  afterEach(async () => {
    await Promise.all(running.map((server) => server.kill()));
  });

  const signIn = (port: number, username: string, password: string) =>
    fetch(`http://127.0.0.1:${port}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
  const tokenAt = async (port: number, username: string) =>
    ((await (await signIn(port, username, 'porchlight')).json()) as { token: string }).token;

  test('a session started or ended at one process starts or ends at all three', async () => {
    const authorization = `Bearer ${await tokenAt(ports[0]!, 'resident')}`;
    const readAt = async (port: number) =>
      (await fetch(`http://127.0.0.1:${port}/api/users/2`, { headers: { authorization } })).status;
    expect(await Promise.all(ports.map(readAt))).toEqual([200, 200, 200]);
    await fetch(`http://127.0.0.1:${ports[1]}/api/users/logout`, {
      method: 'POST',
      headers: { authorization },
    });
    expect(await Promise.all(ports.map(readAt))).toEqual([401, 401, 401]);
  });

  test('a change sent to three processes at once is made once and answered the same', async () => {
    const authorization = `Bearer ${await tokenAt(ports[0]!, 'resident')}`;
    const key = randomUUID();
    const leak = await photo();
    const answers = await Promise.all(
      [...ports, ...ports].map((port) =>
        fetch(`http://127.0.0.1:${port}/api/maintenance`, {
          method: 'POST',
          headers: { authorization, 'idempotency-key': key },
          body: reportForm({ information: 'One leak' }, { 'leak.jpg': leak }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    const made = await context.database
      .sql`select 1 from maintenance_requests where information = 'One leak'`;
    expect(made).toHaveLength(1);
    expect(await faultsIn(context, [])).toEqual([]);
  });

  test('failed sign-ins are counted across all three processes', async () => {
    const guess = async (port: number) => (await signIn(port, 'neighbour', 'wrong')).status;
    const inTurn: number[] = [];
    for (const port of [...ports, ...ports]) inTurn.push(await guess(port));
    expect(inTurn).toEqual([401, 401, 401, 401, 429, 429]);
  });

  test('a due job is run by one of the three processes', async () => {
    const { sql } = context.database;
    await Promise.all(running.map((server) => server.kill()));
    await sql`create table started (name text)`;
    await sql`create function note() returns trigger language plpgsql as $$
      begin insert into started values (new.name); return null; end $$`;
    await sql`create trigger note after insert or update on jobs for each row execute function note()`;
    await sql`update jobs set begun_at = now() - interval '2 hours'`;
    await sql`delete from started`;
    await sql`insert into attempts (subject, at) values ('long ago', now() - interval '1 day')`;
    await startThree();
    const left = () => sql`select 1 from attempts where subject = 'long ago'`;
    while ((await left()).length > 0) await pause(50);
    // All three have looked by the time they answer.
    await Promise.all(ports.map((port) => signIn(port, 'resident', 'porchlight')));
    const started = await sql<{ name: string }>`select name from started where name like 'delete-%'`;
    expect(started).toContainEqual({ name: 'delete-old-attempts' });
    expect(started.map(({ name }) => name)).toEqual([...new Set(started.map(({ name }) => name))]);
    await sql`drop trigger note on jobs`;
    await sql`drop function note`;
    await sql`drop table started`;
  });

  test('a killed process loses no acknowledged change, and the others go on', async () => {
    const loads = [0, 1, 2].map((each) => loadOf(writers.slice(2 * each, 2 * each + 2), 1 + 10_000 * each));
    const changes = () => loads.flatMap((load) => load.changes);
    const answered = () => changes().filter(({ answer }) => answer !== undefined).length;
    const working = loads.map((load, each) => load.work(ports[each]!));
    while (answered() < 10) await pause(20);
    await running[0]!.kill();
    await working[0];
    const atTheKill = answered();
    // Its people are sent to another, as a balancer would.
    const moved = loads[0]!.work(ports[1]!);
    while (answered() < atTheKill + 10) await pause(20);
    for (const load of loads) load.stop();
    await Promise.all([...working, moved]);
    expect(loads.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(await faultsIn(context, changes())).toEqual([]);
  });
});
