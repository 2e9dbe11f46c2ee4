import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { openApp, type App } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { test } from '../../support/screens/world.ts';
import { noRequests } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';

beforeEach(() => noRequests(server));

async function signIn(): Promise<App> {
  const app = await openApp(server, { at: '/login' });
  await app.user.type(await screen.findByLabelText('Username'), 'resident');
  await app.user.type(screen.getByLabelText('Password'), 'porchlight');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByRole('heading', { name: 'Welcome back, Robin!' });
  return app;
}

/** Closes the app and deletes everything that it stored but cookies, as a browser does that runs out of room. */
async function evict(app: App): Promise<() => Promise<App>> {
  app.close();
  const readable = document.cookie.split('; ');
  await freshDevice();
  for (const cookie of readable) document.cookie = `${cookie}; Path=/`;
  return async () => {
    const again = await openApp(server, { at: '/maintenance' });
    for (const [name, value] of app.network.cookies) again.network.cookies.set(name, value);
    return again;
  };
}

const LOSS = /^This browser cleared its storage, and a change that waited to be sent was lost/;

test('after the browser deleted everything but cookies, the app opens signed in and says what was lost', async () => {
  const app = await signIn();
  app.network.offline = true;
  await app.user.click(screen.getByRole('link', { name: 'Maintenance' }));
  await app.user.click(await screen.findByRole('button', { name: '+ New Request' }));
  await app.user.type(await screen.findByLabelText('Issue'), 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
  await screen.findByText('Unsent');
  await waitFor(() => expect(document.cookie).toContain(encodeURIComponent('"waiting":1')));
  const reopen = await evict(app);
  await reopen();
  await screen.findByText(LOSS);
  await screen.findByText('No maintenance requests yet.');
});

test('after the browser deleted everything but cookies and nothing was unsent, the app opens signed in without a word', async () => {
  const app = await signIn();
  await waitFor(() => expect(document.cookie).toContain(encodeURIComponent('"waiting":0')));
  const reopen = await evict(app);
  const again = await reopen();
  await screen.findByText('No maintenance requests yet.');
  expect(screen.queryByText(LOSS)).toBeNull();
  expect(again.network.requests.filter(({ path }) => path === '/users/refresh')).toHaveLength(1);
});

test('cookies of these names that another host set are not read, and the app opens', async () => {
  const app = await signIn();
  await waitFor(() => expect(document.cookie).toContain(encodeURIComponent('"waiting":0')));
  const reopen = await evict(app);
  document.cookie = 'porchlight.kept=%; Path=/';
  document.cookie = `porchlight.waiting=${encodeURIComponent('{"userId":2,"waiting":{}}')}; Path=/`;
  await reopen();
  await screen.findByRole('heading', { name: 'Home, even without a signal' });
});

test('after a sign-out the app does not ask for a session, whatever the browser deletes', async () => {
  const app = await signIn();
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('link', { name: 'Register Now' });
  const reopen = await evict(app);
  const again = await reopen();
  await screen.findByRole('link', { name: 'Register Now' });
  expect(again.network.requests.map(({ path }) => path)).not.toContain('/users/refresh');
});

test('offline, after the browser deleted everything but cookies, the app opens with the login and signs in later', async () => {
  const app = await signIn();
  const reopen = await evict(app);
  const offline = await reopen();
  offline.network.offline = true;
  await screen.findByRole('link', { name: 'Register Now' });
  const reopenAgain = await evict(offline);
  await reopenAgain();
  await screen.findByText('No maintenance requests yet.');
});
