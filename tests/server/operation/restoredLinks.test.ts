import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { raw } from 'sql-template-tag';
import { expect, onTestFinished, vi } from 'vitest';
import { createArchive, readArchive } from '../../../server/backup/archive.ts';
import { finishRestore } from '../../../server/backup/finishRestore.ts';
import { loadBackup } from '../../../server/backup/load.ts';
import { writeBackup } from '../../../server/backup/write.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { copyBlankDatabase } from '../../support/server/databases/embeddedCopies.ts';
import { testServer } from '../../support/server/server.ts';
import { resident, server, test } from '../../support/server/world.ts';

vi.setConfig({ testTimeout: 120_000 });

test('an invitation and a link to a new password of a backup are no longer valid once it is restored', async () => {
  const { sql } = server.database;
  await sql`update users set has_password = false, invitation = gen_random_uuid(), invited_at = now() where id = 4`;
  await sql`insert into password_resets (user_id, expires_at) values (2, now() + interval '30 minutes')`;
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-links-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const restoredBy = async (finish: typeof finishRestore | undefined) => {
    const directory = path.join(folder, finish ? 'finished' : 'loaded');
    await copyBlankDatabase(directory);
    const archive = createArchive((add) => writeBackup(server.database, undefined, add));
    await loadBackup({ directory }, undefined, readArchive(archive), finish);
    const restored = await openDatabase({ directory });
    const [links] = await restored.sql`
      select (select count(*) from password_resets) as resets, invitation is not null as invited,
        invited_at is not null as dated, has_password, username
      from users where id = 4`;
    await restored.close();
    return links;
  };
  const stays = { has_password: false, username: 'newcomer' };
  expect(await restoredBy(undefined)).toEqual({ ...stays, resets: 1, invited: true, dated: true });
  expect(await restoredBy(finishRestore)).toEqual({ ...stays, resets: 0, invited: false, dated: false });
});

test('a restore ends every session: one that was ended since the backup, and those that were not', async () => {
  const signedIn = await server.call('POST', '/users/login', {
    body: { username: 'neighbour', password: 'porchlight', keep_signed_in: true },
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
  const { token } = signedIn.json<{ token: string }>();
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-sessions-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const directory = path.join(folder, 'database');
  await copyBlankDatabase(directory);
  const archive = createArchive((add) => writeBackup(server.database, undefined, add));
  await loadBackup({ directory }, undefined, readArchive(archive), finishRestore);
  // Somebody who ends a session after the backup, such as that of a lost phone.
  const answers = async (asked: typeof server) => {
    const renewed = await asked.call('POST', '/users/refresh', { headers: { cookie } });
    const read = await Promise.all([token, resident].map((as) => asked.call('GET', '/sessions', { as })));
    return [renewed, ...read].map(({ statusCode }) => statusCode);
  };
  const logout = await server.call('POST', '/users/logout', { as: token, headers: { cookie } });
  expect(logout.statusCode).toBeLessThan(300);

  const restored = await testServer({}, { database: await openDatabase({ directory }), populated: true });
  onTestFinished(() => restored.close());
  expect(await answers(restored)).toEqual([401, 401, 401]);
  // Nothing that belongs to a session is left, whatever table it is in.
  const referring = await restored.database.sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'sessions'::regclass`;
  for (const { name } of [{ name: 'sessions' }, ...referring]) {
    expect([name, ...(await restored.database.sql`select * from ${raw(name)}`)]).toEqual([name]);
  }
  expect(await restored.token('resident')).toBeTruthy();
});
