import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { answer } from '../../support/screens/manageUsers.tsx';
import { openApp, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { noRequests, onServer } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile Safari/537.36';
const DAY = 24 * 60 * 60_000;

beforeEach(async () => {
  await noRequests(server);
  await server.database.sql`delete from sessions`;
  // The password of everyone in the seed.
  await server.database.sql`
    update users set password_hash = (select password_hash from users where id = 1) where id = 2`;
});

async function signInElsewhere(userAgent: string, daysAgo = 0): Promise<string> {
  const signedIn = await server.call('POST', '/users/login', {
    body: { username: 'resident', password: 'porchlight', keep_signed_in: true },
    headers: { 'user-agent': userAgent },
  });
  const at = new Date(Date.now() - daysAgo * DAY).toISOString();
  await server.database
    .sql`update sessions set last_used_at = ${at} where last_used_at > now() - interval '1 hour'`;
  return signedIn.json<{ token: string }>().token;
}

const open = () => openApp(server, { at: '/profile', as: 'resident' });
const list = () => screen.findByRole('list', { name: 'Where you are signed in' });
const entries = async () => within(await list()).getAllByRole('listitem');
const works = async (as: string) => (await server.call('GET', '/announcements', { as })).statusCode;
const press = ({ user }: App, name: string | RegExp) => user.click(screen.getByRole('button', { name }));

test('the profile lists where someone is signed in, this device first and marked, and when each was used', async () => {
  await signInElsewhere(ANDROID, 40);
  await signInElsewhere('curl/8', 1);
  await open();
  const [here, app, phone] = await entries();
  expect(here).toHaveTextContent(/This device.*Last used today\. Signed in on/);
  expect(within(here!).queryByRole('button')).toBeNull();
  expect(app).toHaveTextContent(/^Another app.*Last used yesterday\./);
  expect(phone).toHaveTextContent(/^Chrome on Android.*Last used on [A-Z][a-z]+ \d+, 20\d\d\./);
});

test('someone signs out a device, which is asked first and told, and then no longer listed', async () => {
  const token = await signInElsewhere(ANDROID, 1);
  const app = await open();
  await list();
  const name = 'Sign Out Chrome on Android, last used yesterday';
  await press(app, name);
  await answer(app, /^Are you sure you want to sign out Chrome on Android\?/, 'Cancel');
  expect(await works(token)).toBe(200);
  await press(app, name);
  await answer(app, /^Are you sure/, 'Sign Out');
  expect(await screen.findByText('Chrome on Android is signed out.')).toBeVisible();
  await waitFor(async () => expect(await entries()).toHaveLength(1));
  expect(await works(token)).toBe(401);
  expect(await list()).toHaveFocus();
});

test('someone signs out everywhere else at once', async () => {
  const tokens = [await signInElsewhere(ANDROID, 1), await signInElsewhere(ANDROID, 2)];
  const app = await open();
  await list();
  await press(app, 'Sign Out Everywhere Else');
  await answer(app, /^Are you sure you want to sign out everywhere but here\?/, 'Sign Out');
  expect(await screen.findByText('You are signed out everywhere else.')).toBeVisible();
  await waitFor(async () => expect(await entries()).toHaveLength(1));
  expect(await Promise.all(tokens.map(works))).toEqual([401, 401]);
  expect(screen.queryByRole('button', { name: 'Sign Out Everywhere Else' })).toBeNull();
});

test('a device that signed out meanwhile is said to be gone, and leaves the list', async () => {
  await signInElsewhere(ANDROID, 1);
  const app = await open();
  await list();
  await server.database.sql`delete from sessions where device is not null`;
  await press(app, /^Sign Out Chrome/);
  await answer(app, /^Are you sure/, 'Sign Out');
  expect(await screen.findByText(/There is no such session\. It may have ended meanwhile\./)).toBeVisible();
  await waitFor(async () => expect(await entries()).toHaveLength(1));
});

test('without a connection the list is as of the last answer, and nothing can be signed out', async () => {
  await signInElsewhere(ANDROID, 1);
  const seen = await open();
  await list();
  seen.close();
  const app = await openApp(server, { at: '/profile', as: 'resident' });
  app.network.offline = true;
  await screen.findByText('You need a connection to sign out elsewhere.');
  expect(await screen.findByRole('button', { name: /^Sign Out Chrome/ })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Sign Out Everywhere Else' })).toBeDisabled();
});

async function changePassword(app: App): Promise<void> {
  await press(app, 'Change Password');
  await app.user.type(await screen.findByLabelText('Current password'), 'porchlight');
  await app.user.type(screen.getByLabelText('New password'), 'a lamp at dusk');
  await press(app, 'Save Password');
}
const CHANGED = 'Your password was changed. You are signed out everywhere else.';
const ENDED = /^Your session has ended/;

test('after a change of password the app goes on with the new token, and what waits is sent', async () => {
  const elsewhere = await signInElsewhere(ANDROID, 1);
  const app = await open();
  expect(await entries()).toHaveLength(2);
  const before = storedToken();
  await changePassword(app);
  await screen.findByText(CHANGED);
  await waitFor(async () => expect(await entries()).toHaveLength(1));
  expect(await Promise.all([elsewhere, before].map(works))).toEqual([401, 401]);
  expect(await works(storedToken())).toBe(200);
  expect(screen.queryByText(ENDED)).toBeNull();
});

test('where the answer to a change of password is lost, the new password signs in again, and what is unsent is then sent', async () => {
  const app = await open();
  await list();
  const { queue } = await import('../../../src/offline/engine/outbox/outbox.ts');
  const { itemsOf } = await import('../../../src/offline/engine/outbox/unsentItems.ts');
  // As the screen does that queues it.
  await import('../../../src/offline/subjects/policies.ts');
  app.network.fail(/PUT .*password/, 'line lost');
  await changePassword(app);
  await screen.findByText(
    'There was no answer. If you are asked to sign in again, try the new password first. What you typed stays here.',
  );
  expect(screen.getByLabelText('New password')).toHaveValue('a lamp at dusk');
  await queue({ userId: 2, route: 'createMaintenance', input: { body: { information: 'The sink drips.' } } });
  app.reconnect();
  await screen.findByText(ENDED);
  expect(await itemsOf(2)).toHaveLength(1);

  await app.user.click(screen.getByRole('link', { name: 'Sign in' }));
  await app.user.type(await screen.findByLabelText('Username'), 'resident');
  await app.user.type(screen.getByLabelText('Password'), 'a lamp at dusk');
  await press(app, 'Login');
  await screen.findByRole('heading', { name: 'Profile' });
  await waitFor(async () => expect(await itemsOf(2)).toEqual([]));
  expect(await onServer(server)).toMatchObject([{ information: 'The sink drips.' }]);
});

function storedToken(): string {
  const stored = sessionStorage.getItem('porchlight.session') ?? '';
  return (JSON.parse(stored) as { token: string }).token;
}
