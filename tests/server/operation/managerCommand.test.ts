import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyPassword } from '../../../server/auth/passwords.ts';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { copyMigratedDatabase } from '../../support/server/databases/embeddedCopies.ts';
import { startServer } from '../../support/server/serverProcess.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-manager-'));
  await copyMigratedDatabase(path.join(folder, 'database'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs `npm run manager -- …`. */
async function manager(
  ...args: string[]
): Promise<{ code: number | null; printed: string; complaints: string }> {
  const command = startServer({ DATA_DIR: folder }, { program: 'manager', args });
  const code = await command.ended;
  return { code, printed: command.output().trim(), complaints: command.complaints().trim() };
}
async function read<T>(work: (sql: Database['sql']) => Promise<T>): Promise<T> {
  const database = await openDatabase({ directory: path.join(folder, 'database') });
  try {
    return await work(database.sql);
  } finally {
    await database.close();
  }
}

test('the command makes, lists, resets, deactivates and demotes managers, never the last one, and all is recorded', async () => {
  expect((await manager('--username', 'ann', '--email', 'ann@example.com')).printed).toMatch(
    /^ann is a manager now\. Password, shown this once: [\w-]{16}$/,
  );
  await manager(
    '--username',
    'ben',
    '--email',
    'ben@example.com',
    '--first-name',
    'Ben',
    '--last-name',
    'Ode',
  );
  const reset = await manager('reset', 'Ben');
  const oneTime = /^One-time password of ben, valid for 7 days, shown this once: (\S+)$/.exec(
    reset.printed,
  )?.[1];

  expect((await manager('deactivate', 'ann')).printed).toBe('ann cannot sign in any more.');
  expect(await manager('demote', 'ben')).toEqual({
    code: 1,
    printed: '',
    complaints: 'ben is the last active manager. Make another one first.',
  });
  expect((await manager('list')).printed).toBe(
    'ann\tProperty Manager\tnot active\nben\tBen Ode\tactive, 0 sessions',
  );
  expect((await manager('reactivate', 'ann')).printed).toBe('ann can sign in again.');
  expect((await manager('demote', 'ben')).printed).toBe('ben is a resident now.');

  const { users, records } = await read(async (sql) => ({
    users: await sql<{ username: string; password_hash: string; must_change_password: boolean }>`
      select username, is_manager, is_current_user, must_change_password, password_hash from users order by username`,
    records: await sql`
      select username, action, author from audit join users on users.id = subject_id
      where subject = 'user' order by audit.id`,
  }));
  expect(users).toMatchObject([
    { username: 'ann', is_manager: true, is_current_user: true, must_change_password: false },
    { username: 'ben', is_manager: false, is_current_user: true, must_change_password: true },
  ]);
  expect(await verifyPassword(oneTime!, users[1]!.password_hash)).toBe(true);
  expect(records).toEqual(
    [
      ['ann', 'created'],
      ['ben', 'created'],
      ['ben', 'reset'],
      ['ann', 'deactivated'],
      ['ann', 'activated'],
      ['ben', 'changed'],
    ].map(([username, action]) => ({ username, action, author: null })),
  );
});

test('the command removes the second factor of a manager who lost the phone, ends the sessions, and it is recorded', async () => {
  expect(await manager('remove-factor', 'ann')).toMatchObject({
    code: 1,
    complaints: 'ann has no second factor.',
  });
  await read(async (sql) => {
    await sql`insert into second_factors (user_id, secret, confirmed_at) select id, 'A', now() from users where username = 'ann'`;
    await sql`insert into recovery_codes (user_id, code_hash) select user_id, 'x' from second_factors`;
    await sql`insert into sessions (user_id, expires_at) select id, now() + interval '1 day' from users where username = 'ann'`;
  });
  expect((await manager('list')).printed).toBe('ann\tProperty Manager\tactive, 1 sessions, second factor');
  expect((await manager('remove-factor', 'ann')).printed).toMatch(
    /^ann signs in with the password alone now\./,
  );
  await read(async (sql) => {
    expect(await sql`select 1 from second_factors`).toEqual([]);
    expect(await sql`select 1 from sessions`).toEqual([]);
    expect(await sql`select action, author from audit order by id desc limit 1`).toEqual([
      { action: 'turned off', author: null },
    ]);
  });
});
