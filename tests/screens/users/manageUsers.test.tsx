import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect } from 'vitest';
import type { ListedUser } from '../../../contract/users/user.ts';
import { modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { expectConsoleError } from '../../support/setup.ts';

const NEIGHBOUR = 3;
const NEWCOMER = 4;

beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from users where id > 4`;
  await sql`
    update users set is_current_user = true, is_manager = id = 1, created_at = '2026-03-07T12:00:00Z',
      unit = case id when 2 then 1 when 3 then 2 end, unit_claim = case id when 4 then '201' end`;
});

const manage = () => openApp(server, { at: '/admin/manage-users', as: 'manager' });

async function onServer(id: number): Promise<ListedUser | undefined> {
  const as = await server.token('manager');
  const users = (await server.call('GET', '/users', { as })).json<ListedUser[]>();
  return users.find((user) => user.id === id);
}

/** The row of the person called this. */
async function row(name: string) {
  const found = (await screen.findByText(name)).closest('tr');
  if (!found) throw new Error(`${name} is not listed.`);
  return within(found);
}

/** The names in the list, from the top. */
const names = () =>
  within(screen.getByRole('table', { name: 'Users' }))
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getAllByRole('cell')[0]?.textContent);

async function search({ user }: App, by: string, typed: string): Promise<void> {
  await user.selectOptions(await screen.findByLabelText('Search by'), by);
  await user.clear(screen.getByLabelText('Search'));
  await user.type(screen.getByLabelText('Search'), typed);
}

describe('the list', () => {
  test('the list shows name, username, property, unit, email and creation date, and no actions for managers', async () => {
    await manage();
    const robin = await row('Robin Hale');
    for (const text of ['resident', 'Maple Court, 101', 'resident@example.com', '07-03-2026']) {
      expect(robin.getByText(text)).toBeInTheDocument();
    }
    for (const header of ['Name', 'Username', 'Property and Unit', 'Email', 'Date Created', 'Actions']) {
      expect(screen.getByRole('columnheader', { name: header })).toBeInTheDocument();
    }
    expect(robin.getByRole('button', { name: 'Edit Robin Hale' })).toHaveTextContent('Edit');
    const morgan = await row('Morgan Reyes');
    expect(morgan.getByText('Manager')).toBeInTheDocument();
    expect(morgan.getByText('None')).toBeInTheDocument();
    expect(morgan.queryByRole('button')).not.toBeInTheDocument();
  });

  test.each([
    ['First name', 'rób', 'Robin Hale'],
    ['Last name', 'aziz', 'Noor Aziz'],
    ['Username', 'NEIGH', 'Noor Aziz'],
    ['Unit', '102', 'Noor Aziz'],
    ['Unit', '201', 'Nico Berg'],
    ['Email', 'newcomer@', 'Nico Berg'],
  ])('the list of users can be searched by %s', async (by, typed, name) => {
    const app = await manage();
    await row('Robin Hale');
    await search(app, by, typed);
    expect(names()).toEqual([name]);
  });

  test('a search of users without a match says so', async () => {
    const app = await manage();
    await row('Robin Hale');
    await search(app, 'Username', 'nobody at all');
    expect(screen.getByRole('heading', { name: 'No Users Found' })).toBeInTheDocument();
  });

  test('the list shows active users, and a switch shows the inactive ones', async () => {
    await server.database.sql`update users set is_current_user = false where id = ${NEIGHBOUR}`;
    const { user } = await manage();
    await row('Robin Hale');
    expect(screen.queryByText('Noor Aziz')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Inactive/ }));
    expect(names()).toEqual(['Noor Aziz']);
  });

  test('the list shows at most 49 users, and the number of all', async () => {
    await server.database.sql`
      insert into users (username, email, password_hash, first_name, last_name)
      select 'p' || n, 'p' || n || '@example.com', '', 'Pat', 'Last' || n from generate_series(1, 60) as n`;
    const app = await manage();
    expect(await screen.findByText('Showing 49 of 64: search to find others.')).toBeInTheDocument();
    expect(names()).toHaveLength(49);
    await search(app, 'Username', 'p60');
    expect(names()).toEqual(['Pat Last60']);
    expect(screen.queryByText(/^Showing/)).not.toBeInTheDocument();
  });

  test('users that cannot be loaded show an error that can be tried again', async () => {
    expectConsoleError('The database is busy.');
    const { network, user } = await openApp(server, { at: '/admin/maintenance', as: 'manager' });
    const mend = network.failAll(/^GET \/users$/, { status: 503, message: 'The database is busy.' });
    await user.click(await screen.findByRole('link', { name: 'Manage Users' }));
    expect(await screen.findByRole('heading', { name: 'No Users Found' })).toBeInTheDocument();
    expect(screen.queryByText(/busy/)).not.toBeInTheDocument();
    mend();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await row('Robin Hale');
  });

  test('the list of users can be read offline, and actions that need a connection are disabled', async () => {
    const first = await manage();
    await row('Robin Hale');
    first.close();
    const app = await manage();
    await row('Robin Hale');
    // What was asked before is answered first: an answer that comes late is a sign of life.
    const answered = () => app.network.delivered.map(({ request }) => request.path);
    await until(() =>
      ['/changes/rows', '/community'].every((path) => answered().some((each) => each.startsWith(path))),
    );
    app.network.offline = true;
    await app.user.click((await row('Nico Berg')).getByRole('button', { name: /^Confirm/ }));
    expect(await screen.findByText(/^You need a connection to change users\./)).toBeInTheDocument();
    expect(await screen.findByText('Failed to update user. Please try again.')).toBeInTheDocument();
    expect((await row('Nico Berg')).getByRole('button', { name: /^Confirm/ })).toBeDisabled();
  });
});

describe('someone who named their unit', () => {
  test('a user with a claim is listed first, and one tap confirms the claim', async () => {
    const { user } = await manage();
    expect(await screen.findByText('1 person waits for you to confirm where they live.')).toBeInTheDocument();
    const nico = await row('Nico Berg');
    expect(names()[0]).toBe('Nico Berg');
    expect(await nico.findByText('Harbor House, 201')).toBeInTheDocument();
    await user.click(nico.getByRole('button', { name: 'Confirm the unit of Nico Berg' }));
    const done = 'Nico Berg lives in Harbor House, 201.';
    expect(await screen.findByText(done)).toBeInTheDocument();
    expect(await onServer(NEWCOMER)).toMatchObject({ unit: 5, unit_claim: null });
    await until(() => screen.queryByRole('button', { name: /^Confirm/ }) === null);
    // The button that was pressed is gone, and focus is where the outcome is said.
    await waitFor(() => expect(screen.getByText(done).closest('[tabindex]')).toHaveFocus());
  });

  test('one tap declines a claim', async () => {
    const { user } = await manage();
    await user.click((await row('Nico Berg')).getByRole('button', { name: 'Decline the unit of Nico Berg' }));
    expect(await screen.findByText('The unit that Nico Berg named was declined.')).toBeInTheDocument();
    expect(await onServer(NEWCOMER)).toMatchObject({ unit: null, unit_claim: null });
  });

  test('confirming a claim asks for the property if several have that unit number', async () => {
    await server.database.sql`update users set unit_claim = '101' where id = ${NEWCOMER}`;
    const { user } = await manage();
    await user.click(await screen.findByRole('button', { name: /^Confirm/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Which unit 101?' }));
    expect(dialog.getByText('There now: Robin Hale.')).toBeInTheDocument();
    expect(await onServer(NEWCOMER)).toMatchObject({ unit: null, unit_claim: '101' });
    await user.click(dialog.getByRole('button', { name: 'Harbor House, 101' }));
    expect(await screen.findByText('Nico Berg lives in Harbor House, 101.')).toBeInTheDocument();
    expect(await onServer(NEWCOMER)).toMatchObject({ unit: 4 });
    await modalClosed();
  });

  test('a claim with a leading zero, as it is on the door, is confirmed as the unit that has the number without it', async () => {
    await server.database.sql`update users set unit_claim = '0201' where id = ${NEWCOMER}`;
    const { user } = await manage();
    expect(await (await row('Nico Berg')).findByText('To be confirmed')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: /^Confirm/ }));
    await waitFor(async () => expect(await onServer(NEWCOMER)).toMatchObject({ unit: 5, unit_claim: null }));
  });

  test('a claim for a unit number that no property has leads to choosing a unit', async () => {
    await server.database.sql`update users set unit_claim = '999' where id = ${NEWCOMER}`;
    const { user } = await manage();
    const nico = await row('Nico Berg');
    expect(await nico.findByText('No such unit')).toBeInTheDocument();
    expect(nico.getByText('Unit 999')).toBeInTheDocument();
    expect(nico.queryByRole('button', { name: /^Confirm/ })).not.toBeInTheDocument();
    await user.click(nico.getByRole('button', { name: 'Choose the unit of Nico Berg' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    expect(await dialog.findByText(/^Nico Berg named unit 999, which no property has\./)).toBeInTheDocument();
    await until(() => dialog.getByLabelText<HTMLSelectElement>('Property').value !== '');
    await user.selectOptions(dialog.getByLabelText('Property'), 'Harbor House');
    await user.selectOptions(dialog.getByLabelText('Unit'), '101');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await user.click(await screen.findByRole('button', { name: 'Update User' }));
    await modalClosed();
    expect(await onServer(NEWCOMER)).toMatchObject({ unit: 4, unit_claim: null });
  });

  test('a claim for a unit number that no property has can be declined', async () => {
    await server.database.sql`update users set unit_claim = '999' where id = ${NEWCOMER}`;
    const { user } = await manage();
    const nico = await row('Nico Berg');
    await nico.findByText('No such unit');
    await user.click(nico.getByRole('button', { name: 'Decline the unit of Nico Berg' }));
    expect(await screen.findByText('The unit that Nico Berg named was declined.')).toBeInTheDocument();
    expect(await onServer(NEWCOMER)).toMatchObject({ unit: null, unit_claim: null });
  });

  test('who edits somebody whose claimed unit is there, or who claims none, reads nothing of a missing unit', async () => {
    const { user } = await manage();
    for (const name of ['Nico Berg', 'Robin Hale']) {
      await user.click((await row(name)).getByRole('button', { name: `Edit ${name}` }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
      await until(() => dialog.getByLabelText<HTMLSelectElement>('Property').value !== '');
      expect(dialog.queryByText(/which no property has/)).not.toBeInTheDocument();
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await modalClosed();
    }
  });

  test('the profile says that a claim waits for management', async () => {
    await openApp(server, { at: '/profile', as: 'newcomer' });
    expect(await screen.findByText('201 (waiting for management to confirm)')).toBeInTheDocument();
  });
});
