import { screen, within } from '@testing-library/react';
import { openApp, type App } from './app.tsx';
import type { TestServer } from '../server/server.ts';

/** Resets all users, with the manager's password. */
export async function resetUsers({ database: { sql } }: TestServer): Promise<void> {
  await sql`delete from sessions`;
  await sql`delete from idempotency_keys`;
  await sql`update users set unit = null where id > 4`;
  await sql`delete from users where id > 4`;
  await sql`
    update users set is_current_user = true, is_manager = id = 1, password_hash = (select password_hash from users where id = 1),
      must_change_password = false, one_time_until = null, first_name = case id when 2 then 'Robin' else first_name end,
      username = case id when 2 then 'resident' else username end, unit = case id when 2 then 1 when 3 then 2 end,
      unit_claim = case id when 4 then '201' end`;
}

export function manageUsers(server: TestServer): Promise<App> {
  return openApp(server, { at: '/admin/manage-users', as: 'manager' });
}

export async function answer({ user }: App, question: string | RegExp, choice: string): Promise<void> {
  const dialog = await screen.findByRole('alertdialog', { name: question });
  await user.click(within(dialog).getByRole('button', { name: choice }));
}

export const inModal = () => within(screen.getByRole('dialog'));
