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
