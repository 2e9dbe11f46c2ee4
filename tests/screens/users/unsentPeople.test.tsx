import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { ListedUser } from '../../../contract/users/user.ts';
import { inModal } from '../../support/screens/manageUsers.tsx';
import { card, modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const open = () => openApp(server, { at: '/admin/invitations', as: 'manager' });
const press = async ({ user }: App, name: string) => user.click(await screen.findByRole('button', { name }));
const onServer = async (firstName: string) =>
  (await server.call('GET', '/users', { as: manager }))
    .json<ListedUser[]>()
    .find(({ first_name }) => first_name === firstName);

async function write(app: App, firstName: string): Promise<void> {
  await app.user.clear(await inModal().findByLabelText('First name'));
  await app.user.type(inModal().getByLabelText('First name'), firstName);
}

test('a person is written down and invited without a connection, edited, and added once it is sent', async () => {
  const app = await open();
  await press(app, 'Add Person');
  await inModal().findByRole('option', { name: '101' });
  app.network.offline = true;
  await write(app, 'Sam');
  await app.user.type(inModal().getByLabelText('Last name'), 'Okafor');
  await app.user.selectOptions(inModal().getByLabelText('Unit'), '101');
  await app.user.click(inModal().getByRole('checkbox', { name: 'Invite them with it' }));
  await app.user.click(inModal().getByRole('button', { name: 'Add Person' }));
  await modalClosed();
  const waiting = await card('New person: Sam Okafor');
  expect(waiting.getByText('Unsent')).toBeVisible();
  expect(waiting.getByText('The link is made once this is sent: copy or print it here then.')).toBeVisible();
  await app.user.click(waiting.getByRole('button', { name: 'Edit' }));
  await until(() => inModal().queryByRole('option', { name: '101', selected: true }) !== null);
  await write(app, 'Samuel');
  await app.user.click(inModal().getByRole('button', { name: 'Save' }));
  await modalClosed();
  await card('New person: Samuel Okafor');
  expect(await onServer('Samuel')).toBeUndefined();
  app.reconnect();
  await until(() => screen.queryByText('New person: Samuel Okafor') === null);
  await screen.findByText('Samuel Okafor was added and invited.');
  expect(await onServer('Samuel')).toMatchObject({ unit: 1, invited_at: expect.any(String) as string });
  expect(await onServer('Sam')).toBeUndefined();
});

test('somebody who is there is invited without a connection, which can be discarded before it is sent', async () => {
  const body = { firstName: 'Uma', lastName: 'Brandt', unit: 1 };
  await server.call('POST', '/users', { as: manager, body });
  const app = await open();
  const tick = await screen.findByRole('checkbox', { name: 'Select Uma Brandt' });
  expect(tick).toBeChecked();
  app.network.offline = true;
  await press(app, 'Invite 1 Person');
  const waiting = await card('Invitation of Uma Brandt');
  expect(await screen.findByText('Invitation unsent')).toBeVisible();
  expect(tick).not.toBeChecked();
  await app.user.click(waiting.getByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('alertdialog'));
  await app.user.click(question.getByRole('button', { name: 'Discard' }));
  await until(() => screen.queryByText('Invitation unsent') === null);
  await press(app, 'Invite 1 Person');
  await card('Invitation of Uma Brandt');
  app.reconnect();
  await until(() => screen.queryByText('Invitation of Uma Brandt') === null);
  expect((await onServer('Uma'))?.invited_at).not.toBeNull();
});

const add = async (firstName: string) => {
  const body = { firstName, lastName: 'Brandt', unit: 1 };
  const added = await server.call('POST', '/users', { as: manager, body });
  return added.json<ListedUser>().id;
};
const invited = (id: number) =>
  server.call('POST', '/invitations', { as: manager, body: { user_ids: [id], by_email: false } });
const REPLACED = /Its link stops working, also on a printed letter\./;

test('who has an invitation is invited again without a connection only once that was asked, and asked about where it was withdrawn meanwhile', async () => {
  const id = await add('Vera');
  await invited(id);
  const app = await openApp(server, { at: `/admin/invitations?user=${id}`, as: 'manager' });
  expect(await screen.findByRole('checkbox', { name: 'Select Vera Brandt' })).toBeChecked();
  app.network.offline = true;
  await press(app, 'Invite 1 Person');
  const asked = within(await screen.findByRole('alertdialog'));
  expect(asked.getByText(REPLACED)).toBeVisible();
  await app.user.click(asked.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText('Invitation of Vera Brandt')).toBeNull();
  await press(app, 'Invite 1 Person');
  await press(app, 'Invite Again');
  await card('Invitation of Vera Brandt');
  await server.call('DELETE', `/users/${id}/invitation`, { as: manager });
  await server.call('PUT', `/users/${id}`, { as: manager, body: { unit: 2 } });
  app.reconnect();
  await screen.findByText(
    /^Somebody else changed this meanwhile: they are listed in Unit 102, Maple Court, and their invitation was withdrawn on /,
  );
  expect((await onServer('Vera'))?.invited_at).toBeNull();
  const waiting = await card('Invitation of Vera Brandt');
  await app.user.click(waiting.getByRole('button', { name: 'Invite' }));
  await until(() => screen.queryByText('Invitation of Vera Brandt') === null);
  expect((await onServer('Vera'))?.invited_at).not.toBeNull();
});

test('inviting takes one press, also while it is not known yet whether there is a connection', async () => {
  await add('Wim');
  const app = await open();
  await screen.findByRole('checkbox', { name: 'Select Wim Brandt' });
  app.network.fail(/health/, 'hangs before');
  await press(app, 'Invite 1 Person');
  expect(await screen.findByRole('button', { name: 'Inviting...' })).toBeDisabled();
});
