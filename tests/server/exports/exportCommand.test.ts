import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import { createContext } from '../../../server/process/createContext.ts';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { copyMigratedDatabase } from '../../support/server/databases/embeddedCopies.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';
import { filesOf, rowsOf } from '../../support/server/exports/exports.ts';
import { populate } from '../../support/server/server.ts';
import { startServer } from '../../support/server/serverProcess.ts';

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

async function placeOn(kind: string): Promise<Record<string, string>> {
  const place = { DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'error' };
  if (kind === 'embedded') {
    await copyMigratedDatabase(path.join(place.DATA_DIR, 'database'));
    return place;
  }
  const own = await serverDatabase(postgres!.url);
  onTestFinished(own.drop);
  return { ...place, DATABASE_URL: own.url };
}

async function exportTo(name: string, place: Record<string, string>) {
  const file = path.join(folder, name);
  const command = startServer(place, { program: 'export', args: [file] });
  return { file, code: await command.ended, said: command.output() + command.complaints() };
}

test.each((postgres ? ['embedded', 'server'] : ['embedded']).map((kind) => ({ kind })))(
  'the command writes an archive that its owner alone reads, on an $kind database, whether a server runs or not',
  async ({ kind }) => {
    const place = await placeOn(kind);
    const context = await createContext(readConfiguration({ NODE_ENV: 'production', ...place }));
    await populate(context.database);
    await context.database.close();

    const stopped = await exportTo('stopped.zip', place);
    expect([stopped.code, stopped.said]).toEqual([
      0,
      expect.stringContaining('README.txt in it says what is where'),
    ]);
    const server = startServer(place);
    onTestFinished(() => server.kill());
    await server.port();
    const running = await exportTo('running.zip', place);
    expect([running.code, running.said]).toEqual([0, expect.stringContaining(running.file)]);
    for (const { file } of [stopped, running]) {
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const people = rowsOf(filesOf(await readFile(file))['import/people.csv']!);
      expect(people.map((row) => row.Email)).toEqual(['resident@example.com', 'neighbour@example.com']);
    }
    const changes = rowsOf(filesOf(await readFile(running.file))['records/changes.csv']!);
    expect(changes).toMatchObject([{ subject: 'community', action: 'exported', author_name: '' }]);
    expect(
      (await readdir(place.DATA_DIR!).catch(() => [])).filter((name) => name.startsWith('export')),
    ).toEqual([]);
  },
);

test('the command writes over no file, and leaves none where there is no database', async () => {
  const place = { DATA_DIR: path.join(folder, 'nothing') };
  await writeFile(path.join(folder, 'there.zip'), 'mine');
  expect(await exportTo('there.zip', place)).toMatchObject({
    code: 1,
    said: expect.stringContaining('is there already') as string,
  });
  expect(await readFile(path.join(folder, 'there.zip'), 'utf8')).toBe('mine');
  expect(await exportTo('new.zip', place)).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no database') as string,
  });
  expect(await readdir(folder)).toEqual(['there.zip']);
});
