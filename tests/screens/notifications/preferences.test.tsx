import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { NotificationPreferences } from '../../../contract/notifications/notification.ts';
import { openApp, type App } from '../../support/screens/app.tsx';
import { testWith } from '../../support/screens/world.ts';
import { manager, resident, server } from '../../support/server/world.ts';

const test = testWith({
  PUBLIC_URL: 'https://homes.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'office@example.com',
});

beforeEach(async () => {
  await server.database.sql`delete from notification_preferences`;
  await server.database.sql`delete from notification_defaults`;
});

const kind = async (name: string) => within(await screen.findByRole('group', { name }));
const save = async (app: App) => app.user.click(await screen.findByRole('button', { name: 'Save' }));
async function chosen(as: string, name: string) {
  const answer = await server.call('GET', '/notifications/preferences', { as });
  const { push, email } = answer.json<NotificationPreferences>().kinds.find((each) => each.kind === name)!;
  return { push, email };
}

test('a resident chooses by kind and channel, again and again, and finds it so', async () => {
  const app = await openApp(server, { at: '/notifications/preferences', as: 'resident' });
  const announcements = await kind('Announcements');
  // What one is told when a request has come in.
  screen.getByRole('group', { name: 'Your maintenance request was received' });
  const email = announcements.getByRole('checkbox', { name: 'Email' });
  expect(email).toBeChecked();
  await app.user.click(email);
  await save(app);
  await screen.findByText('Your choice is saved.');
  expect(await chosen(resident, 'announcement_published')).toEqual({ push: true, email: false });
  expect(await chosen(resident, 'charge_posted')).toEqual({ push: true, email: true });

  await app.user.click(email);
  await save(app);
  await waitFor(async () =>
    expect(await chosen(resident, 'announcement_published')).toEqual({ push: true, email: true }),
  );
});

test('what cannot be switched off is locked and says why', async () => {
  await openApp(server, { at: '/notifications/preferences', as: 'resident' });
  const password = await kind('Your password was changed');
  password.getByText('Always told, since the security of the account depends on it.');
  expect(password.queryByRole('checkbox')).toBeNull();
  (await kind('A payment of yours failed')).getByText('Always told, since it is about money that is owed.');
  screen.getByText(/^From 9 PM to 8 AM \(New York time\) only urgent announcements/);
});

test('a resident is asked of what concerns residents, and not about everyone’s defaults', async () => {
  await openApp(server, { at: '/notifications/preferences', as: 'resident' });
  await kind('Rent is due soon');
  expect(screen.queryByRole('group', { name: 'New maintenance requests' })).toBeNull();
  expect(screen.queryByRole('link', { name: /defaults/ })).toBeNull();
});

test('a manager sets the community’s defaults, which apply to whoever has not chosen', async () => {
  const app = await openApp(server, { at: '/notifications/preferences', as: 'manager' });
  await app.user.click(await screen.findByRole('link', { name: 'Set the community’s defaults' }));
  await screen.findByRole('heading', { name: 'The community’s defaults' });
  await app.user.click((await kind('New charges')).getByRole('checkbox', { name: 'Email' }));
  await save(app);
  await screen.findByText('Your choice is saved.');
  expect(await chosen(resident, 'charge_posted')).toEqual({ push: true, email: false });
  expect(await chosen(manager, 'announcement_published')).toEqual({ push: true, email: true });
});

test('a resident sees which choices are their own, and goes back to the community’s defaults at once', async () => {
  const app = await openApp(server, { at: '/notifications/preferences', as: 'resident' });
  await screen.findByText('You have chosen nothing yourself: the community’s defaults apply.');
  expect(screen.queryByRole('button', { name: 'Go Back to the Defaults' })).toBeNull();
  const charges = await kind('New charges');
  await app.user.click(charges.getByRole('checkbox', { name: 'Email' }));
  await app.user.click((await kind('Announcements')).getByRole('checkbox', { name: 'Devices' }));
  await save(app);
  await screen.findByText('2 choices are your own. For the rest, the community’s defaults apply.');
  expect(charges.getByRole('checkbox', { name: 'Email' })).toHaveAccessibleDescription('Your choice');
  expect(charges.getByRole('checkbox', { name: 'Devices' })).not.toHaveAccessibleDescription();

  await app.user.click(screen.getByRole('button', { name: 'Go Back to the Defaults' }));
  const question = await screen.findByRole('alertdialog');
  within(question).getByText(/^Are you sure you want to go back to the community’s defaults\?/);
  await app.user.click(within(question).getByRole('button', { name: 'Go Back' }));
  await screen.findByText('The community’s defaults apply for you again.');
  await screen.findByText('You have chosen nothing yourself: the community’s defaults apply.');
  await waitFor(() => expect(charges.getByRole('checkbox', { name: 'Email' })).toBeChecked());

  const body = { kinds: [{ kind: 'charge_posted', push: false }] };
  await server.call('PUT', '/notifications/defaults', { as: manager, body });
  expect(await chosen(resident, 'charge_posted')).toEqual({ push: false, email: true });
});

test('without a connection the own choices stay as they are', async () => {
  const body = { kinds: [{ kind: 'charge_posted', email: false }] };
  await server.call('PUT', '/notifications/preferences', { as: resident, body });
  const app = await openApp(server, { at: '/notifications/preferences', as: 'resident' });
  await screen.findByText('1 choice is your own. For the rest, the community’s defaults apply.');
  app.network.offline = true;
  await app.user.click(screen.getByRole('button', { name: 'Go Back to the Defaults' }));
  await app.user.click(await screen.findByRole('button', { name: 'Go Back' }));
  await screen.findByText(/^Your choices stay as they are: /);
  expect((await kind('New charges')).getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
});

test('without a connection the choice can be read, needs a connection, and is kept as it was changed', async () => {
  const first = await openApp(server, { at: '/notifications/preferences', as: 'resident' });
  await kind('Rent is due soon');
  first.network.offline = true;
  const { markOffline } = await import('../../../src/api/connection.ts');
  act(markOffline);
  await first.user.click((await kind('Rent is due soon')).getByRole('checkbox', { name: 'Devices' }));
  expect(await screen.findByRole('button', { name: 'Save' })).toBeDisabled();
  await screen.findByText(
    'You need a connection to change this. What you choose here is kept on this device.',
  );
  first.close();
  const later = await openApp(server, { at: '/notifications/preferences', as: 'resident' });
  expect((await kind('Rent is due soon')).getByRole('checkbox', { name: 'Devices' })).not.toBeChecked();
  await save(later);
  await waitFor(async () =>
    expect(await chosen(resident, 'rent_due_soon')).toEqual({ push: false, email: true }),
  );
});
