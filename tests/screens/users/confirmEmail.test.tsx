import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { BROKEN_LINK } from '../../../contract/users/linkToken.ts';
import { openApp } from '../../support/screens/app.tsx';
import { testWith } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const test = testWith({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'office@example.com',
  PUBLIC_URL: 'https://portal.example.com',
});
const UNCONFIRMED = /^Your email address is not confirmed, so no mail goes to it yet\./;

beforeEach(async () => {
  await server.database.sql`update users set confirmed_email = null where username = 'newcomer'`;
  await server.database.sql`delete from notification_events`;
});

/** The token of a link as it is mailed to the newcomer. */
async function mailedToken(): Promise<string> {
  const [link] = await server.database.sql<{ id: string }>`
    insert into email_confirmations (user_id, email, expires_at)
    select id, email, now() + interval '1 day' from users where username = 'newcomer' returning id`;
  return server.app.context.linkTokens.make('email confirmation', link!.id);
}

test('the profile says that an address is not confirmed, and sends the link again', async () => {
  const { user } = await openApp(server, { at: '/profile', as: 'newcomer' });
  expect(await screen.findByText(UNCONFIRMED)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send the Link Again' }));
  expect(await screen.findByText(/^A link to confirm the address is on its way to it\./)).toBeVisible();
  const sent = await server.database.sql`select 1 from notification_events where kind = 'email_confirmation'`;
  expect(sent).toHaveLength(1);
});

const WAITS = /^Your email address waits to be confirmed\./;
const SCREENS = ['/dashboard/resident', '/notifications/preferences'];

test.each(SCREENS)('%s says that an address waits to be confirmed, and leads to the profile', async (at) => {
  const { user, path } = await openApp(server, { at, as: 'newcomer' });
  expect(await screen.findByText(WAITS)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Look at your profile' }));
  await waitFor(() => expect(path()).toBe('/profile'));
});

test.each(SCREENS)('%s says nothing of a confirmed address', async (at) => {
  await openApp(server, { at, as: 'resident' });
  await screen.findByRole('heading', { level: 1 });
  await screen.findAllByRole('heading', { level: 2 });
  expect(screen.queryByText(WAITS)).toBeNull();
});

test('the profile says nothing of a confirmed address', async () => {
  await openApp(server, { at: '/profile', as: 'resident' });
  await screen.findByText('Robin');
  await waitFor(() => expect(screen.getByText('101')).toBeVisible());
  expect(screen.queryByText(UNCONFIRMED)).toBeNull();
});

test('a mailed link confirms the address at a tap, and not as it is opened', async () => {
  const confirmed = () => server.database.sql`
    select 1 from users where username = 'newcomer' and confirmed_email = email`;
  const { user } = await openApp(server, { at: `/confirm-email#${await mailedToken()}` });
  const button = await screen.findByRole('button', { name: 'Confirm the Address' });
  expect(await confirmed()).toEqual([]);
  await user.click(button);
  const words = await screen.findByText('Your email address is confirmed.');
  expect(words).toBeVisible();
  expect(words.closest('[tabindex]')).toHaveFocus();
  expect(await confirmed()).toHaveLength(1);
});

test('a link that is no longer valid says so, without a button that cannot help', async () => {
  const token = await mailedToken();
  await server.database.sql`update email_confirmations set expires_at = now()`;
  const old = await openApp(server, { at: `/confirm-email#${token}` });
  await old.user.click(await screen.findByRole('button', { name: 'Confirm the Address' }));
  expect(await screen.findByText(/^This link is no longer valid\./)).toBeVisible();
  expect(screen.getByText(/^This link is no longer valid\./).closest('[tabindex]')).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Confirm the Address' })).toBeNull();
});

test.each(['/confirm-email', '/confirm-email#', '/confirm-email#short', '/confirm-email#email%20x'])(
  '%s says at once that the link is not whole, and asks for nothing',
  async (at) => {
    const { network } = await openApp(server, { at });
    expect(await screen.findByText(BROKEN_LINK)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Confirm the Address' })).toBeNull();
    expect(screen.queryByText(/^Confirm that the address/)).toBeNull();
    expect(network.requests.filter(({ path }) => path.includes('confirm'))).toEqual([]);
    expect(screen.getByRole('link', { name: 'Go to Login' })).toBeVisible();
  },
);

test('without a connection the link can be tried again, and the message has the focus', async () => {
  const { user, network } = await openApp(server, { at: `/confirm-email#${await mailedToken()}` });
  const button = await screen.findByRole('button', { name: 'Confirm the Address' });
  network.offline = true;
  await user.click(button);
  const words = await screen.findByText('You need a connection to confirm your address.');
  expect(words.closest('[tabindex]')).toHaveFocus();
  network.offline = false;
  await user.click(screen.getByRole('button', { name: 'Confirm the Address' }));
  expect(await screen.findByText('Your email address is confirmed.')).toBeVisible();
});
