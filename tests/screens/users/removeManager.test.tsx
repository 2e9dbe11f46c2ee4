import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { answer, manageUsers } from '../../support/screens/manageUsers.tsx';
import { everythingRead } from '../../support/offline/readTables.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

test.beforeAll(async () => {
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name)
    select name, name || '@example.com', password_hash, initcap(name), 'Stone'
    from users, unnest(array['ben', 'cleo']) as name where username = 'manager'`;
});
beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from manager_removals`;
  await sql`update users set is_manager = true, is_current_user = true where last_name = 'Stone'`;
  await sql`update users set manager_since = now() - interval '8 days' where is_manager`;
});

const users = async (as: string) => {
  await freshDevice();
  return openApp(server, { at: '/admin/manage-users', as });
};
/** What stands above the list, whose names lead to their pages. */
const said = (words: RegExp) =>
  waitFor(() => {
    expect(screen.getAllByRole('status').some(({ textContent }) => words.test(textContent))).toBe(true);
  });
const button = (name: string) => screen.findByRole('button', { name });

test('a manager asks to remove another one, and a second manager confirms it', async () => {
  const first = await manageUsers(server);
  expect(screen.queryByRole('button', { name: 'Remove Morgan Reyes from management' })).toBeNull();
  await first.user.click(await button('Remove Ben Stone from management'));
  await answer(first, /^Are you sure you want to remove Ben Stone from management\?/, 'Ask for Removal');
  expect(
    await screen.findByText('Another manager, or Ben Stone, has to confirm this within 7 days.'),
  ).toBeVisible();
  await said(/^You asked on.* to remove Ben Stone from management\./);
  expect(screen.queryByRole('button', { name: 'Confirm the removal of Ben Stone' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove Ben Stone from management' })).toBeNull();
  first.close();

  const second = await users('cleo');
  await said(/^Morgan Reyes asked on.* to remove Ben Stone from management\./);
  await second.user.click(await button('Confirm the removal of Ben Stone'));
  await answer(second, /^Are you sure you want to remove Ben Stone from management\?/, 'Remove');
  expect(await screen.findByText('Ben Stone is no manager any more.')).toBeVisible();
  const row = async () => within((await screen.findByText('Ben Stone')).closest('tr')!);
  await waitFor(() => expect(screen.queryByText('Ben Stone')).toBeNull());
  await second.user.click(screen.getByRole('button', { name: /^Inactive/ }));
  expect((await row()).getByRole('button', { name: 'Edit Ben Stone' })).toBeVisible();
  second.close();
});

test('the manager who is to leave may confirm it and not decline it; whoever asked may withdraw it', async () => {
  const first = await manageUsers(server);
  await first.user.click(await button('Remove Ben Stone from management'));
  await answer(first, /^Are you sure/, 'Ask for Removal');
  expect(await button('Withdraw the removal of Ben Stone')).toBeEnabled();
  first.close();

  const ben = await users('ben');
  await said(/^Morgan Reyes asked on.* to remove you from management\./);
  expect(await button('Confirm the removal of Ben Stone')).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Decline the removal of Ben Stone' })).toBeNull();
  ben.close();

  const again = await users('manager');
  await again.user.click(await button('Withdraw the removal of Ben Stone'));
  expect(await screen.findByText('Ben Stone stays a manager.')).toBeVisible();
  expect(await button('Remove Ben Stone from management')).toBeEnabled();
  again.close();
});

test('what a manager read leaves the device once they are a resident', async () => {
  const app = await users('ben');
  await button('Remove Cleo Stone from management');
  const { database } = await import('../../../src/offline/engine/database.ts');
  const { adoptUser, currentSession } = await import('../../../src/session/currentSession.ts');
  const ofManagement = async () =>
    (await everythingRead(database)).filter((read) => JSON.stringify(read).includes('"listU'));
  await waitFor(async () => expect(await ofManagement()).not.toEqual([]));
  app.network.offline = true;
  const { user } = currentSession();
  await adoptUser({ ...user!, first_name: 'Benjamin' });
  expect(await ofManagement()).not.toEqual([]);
  await adoptUser({ ...user!, is_manager: false });
  expect(await ofManagement()).toEqual([]);
  app.close();
});
