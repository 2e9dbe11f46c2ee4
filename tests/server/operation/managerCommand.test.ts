import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyPassword } from '../../../server/auth/passwords.ts';
import { openDatabase, type Database } from '../../../server/database/database.ts';
import { copyBlankDatabase } from '../../support/server/blankDatabase.ts';
import { startServer } from '../../support/server/serverProcess.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-manager-'));
  await copyBlankDatabase(path.join(folder, 'database'));
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
