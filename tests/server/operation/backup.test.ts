import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import { createContext } from '../../../server/process/createContext.ts';
import { faultsIn } from '../../support/server/kills/agreement.ts';
import { copyMigratedDatabase } from '../../support/server/databases/embeddedCopies.ts';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { communityOf, loadOf, tokenOf } from '../../support/server/kills/load.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';
import { startServer, type ServerProcess } from '../../support/server/serverProcess.ts';

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

let folder: string;
let running: ServerProcess[];
let undo: (() => Promise<void>)[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-backup-'));
  running = [];
  undo = [];
});
afterEach(async () => {
  for (const server of running) await server.kill();
  for (const each of undo) await each();
  await rm(folder, { recursive: true });
});

/** An empty place for a server's data. */
async function placeOn(kind: string, name: string): Promise<Record<string, string>> {
  const place = { DATA_DIR: path.join(folder, name), LOG_LEVEL: 'error' };
  if (kind === 'embedded') return place;
  const own = await serverDatabase(postgres!.url);
  undo.push(own.drop);
  return { ...place, DATABASE_URL: own.url };
}

const open = (place: Record<string, string>) =>
  createContext(readConfiguration({ NODE_ENV: 'production', ...place }));

/** Runs one of the commands to its end, which must be a good one, and answers what it printed. */
async function run(program: string, args: string[], place: Record<string, string>): Promise<string> {
  const process = startServer(place, { program, args });
  if ((await process.ended) !== 0) throw new Error(process.complaints());
  return process.output();
}

const kinds = (postgres ? ['embedded', 'server'] : ['embedded']).map((kind) => ({ kind }));

describe.each(kinds)('on an $kind database', ({ kind }) => {
  test('a backup taken while people write is restored completely, into either kind of database', async () => {
    const place = await placeOn(kind, 'here');
    if (kind === 'embedded') await copyMigratedDatabase(path.join(place.DATA_DIR!, 'database'));
    const empty = await open(place);
    const load = loadOf(await communityOf(empty.database, 4));
    await empty.database.close();
    const server = startServer(place);
    running.push(server);
    const port = await server.port();
    const token = await tokenOf(`http://127.0.0.1:${port}/api`, 'manager');
    const working = load.work(port);
    const answered = () => load.changes.filter(({ answer }) => answer !== undefined);
    while (answered().length < 20) await pause(20);

    const before = answered();
    const file = path.join(folder, 'backup.tar.gz');
    await run('backup', [file], place);
    const during = answered().length;
    while (answered().length < during + 3) await pause(20);
    load.stop();
    await working;
    expect(load.wrong).toEqual([]);
    expect(during).toBeGreaterThan(before.length);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    // Where there are two kinds, from the one into the other.
    const other = kinds.find((each) => each.kind !== kind)?.kind ?? kind;
    const elsewhere = await placeOn(other, 'there');
    expect(await run('restore', [file], elsewhere)).toMatch(
      /^\d+ rows of \d+ tables and \d+ files of photos are/,
    );
    const context = await open(elsewhere);
    expect(await faultsIn(context, before)).toEqual([]);
    await context.database.close();
    const photos = await readdir(path.join(elsewhere.DATA_DIR!, 'photos'));
    expect(photos.length).toBeGreaterThan(8);
    for (const name of photos) {
      const [one, two] = [place, elsewhere].map(({ DATA_DIR }) => path.join(DATA_DIR!, 'photos', name));
      expect((await readFile(one!)).equals(await readFile(two!))).toBe(true);
    }
    // Who was signed in signs in again, and the addresses of photos stay valid.
    const next = startServer(elsewhere);
    running.push(next);
    const api = `http://127.0.0.1:${await next.port()}/api`;
    const requests = (as: string) =>
      fetch(`${api}/maintenance`, { headers: { authorization: `Bearer ${as}` } });
    expect((await requests(token)).status).toBe(401);
    const answer = await requests(await tokenOf(api, 'manager'));
    const [newest] = (await answer.json()) as MaintenanceRequest[];
    const shown = await fetch(`http://127.0.0.1:${await next.port()}${newest!.photos[0]!.photo_url}`);
    expect(shown.status).toBe(200);
  });
});

test('a backup never overwrites a file, and is refused without a database', async () => {
  const file = path.join(folder, 'backup.tar.gz');
  const nothing = { DATA_DIR: path.join(folder, 'nothing') };
  await expect(run('backup', [file], nothing)).rejects.toThrow('There is no database in');
  await expect(stat(file)).rejects.toThrow('ENOENT');
  await expect(run('backup', [import.meta.filename], nothing)).rejects.toThrow('is there already');
});
