import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { card, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { noRequests, onServer } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';
import { signIn, reportOffline } from '../../support/screens/shell/shell.ts';

beforeEach(() => noRequests(server));

test('Logout ends the session here and on the server, and shows the landing page', async () => {
  const app = await openApp(server, { at: '/login' });
  await signIn(app);
  await screen.findByText('No maintenance requests yet.');
  const { token } = JSON.parse(sessionStorage.getItem('porchlight.session') ?? '{}') as { token: string };
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('link', { name: 'Register Now' });
  expect(app.path()).toBe('/');
  expect(sessionStorage.length).toBe(0);
  // That of the device stays, by which a later sign-in here is known.
  await waitFor(() => expect([...app.network.cookies.keys()]).toEqual([expect.stringContaining('device')]));
  expect((await server.call('GET', '/maintenance', { as: token })).statusCode).toBe(401);
});

test('Logout with unsent changes asks first, and can be cancelled', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(app, 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  const question = await screen.findByRole('dialog', { name: '1 change is unsent' });
  await app.user.click(within(question).getByRole('button', { name: 'Close' }));
  await card('The sink drips.');
});

test('Logout with a draft asks first, and deletes discarded drafts from the device', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await app.user.type(await screen.findByLabelText('Issue'), 'The hallway');
  await app.user.click(screen.getByRole('button', { name: 'Close' }));
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  const question = await screen.findByRole('dialog', { name: '1 draft is not finished' });
  expect(question).toHaveTextContent(
    'Keep what you wrote on this device for your next sign-in here, or discard it.',
  );
  await app.user.click(within(question).getByRole('button', { name: 'Discard' }));
  await screen.findByRole('link', { name: 'Register Now' });
  const { database } = await import('../../../src/offline/engine/database.ts');
  await waitFor(async () => expect(await database.drafts.count()).toBe(0));
});

test('Logout names unsent changes and drafts', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(app, 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: '+ New Request' }));
  await app.user.type(await screen.findByLabelText('Issue'), 'The hallway');
  await app.user.click(screen.getByRole('button', { name: 'Close' }));
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('dialog', { name: '1 change is unsent, and 1 draft is not finished' });
  await app.user.click(screen.getByRole('button', { name: 'Keep on this device' }));
  await screen.findByRole('link', { name: 'Register Now' });
  const { database } = await import('../../../src/offline/engine/database.ts');
  expect([await database.drafts.count(), await database.outbox.count()]).toEqual([1, 1]);
});

test('Logout offline warns that signing in needs a connection', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(app, 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  const question = await screen.findByRole('dialog', { name: '1 change is unsent' });
  expect(question).toHaveTextContent('Without a connection you cannot sign in again.');
  app.reconnect();
  await waitFor(() => expect(question).not.toHaveTextContent('Without a connection'));
  await waitFor(async () => expect(await onServer(server)).toHaveLength(1));
});

test('Logout offline asks even if everything is sent, and can be cancelled', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('No maintenance requests yet.');
  app.network.offline = true;
  await app.user.click(screen.getByRole('link', { name: 'Announcements' }));
  await screen.findByText(/^Offline/);
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  const question = await screen.findByRole('alertdialog', {
    name: 'Without a connection you cannot sign in again. Log out anyway?',
  });
  await app.user.click(within(question).getByRole('button', { name: 'Stay signed in' }));
  expect(app.path()).toBe('/announcements');
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  await app.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Logout' }),
  );
  await screen.findByRole('link', { name: 'Register Now' });
});

test('changes kept at Logout are sent after the next sign-in of the same user', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(app, 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  await app.user.click(await screen.findByRole('button', { name: 'Keep on this device' }));
  await screen.findByRole('link', { name: 'Register Now' });
  app.network.offline = false;
  await app.user.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Login' }));
  await signIn(app);
  await app.user.click(await screen.findByRole('link', { name: 'Maintenance' }));
  await card('The sink drips.');
  await waitFor(async () =>
    expect(await onServer(server)).toMatchObject([{ information: 'The sink drips.' }]),
  );
});

test('changes discarded at Logout are never sent', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(app, 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  await app.user.click(await screen.findByRole('button', { name: 'Discard' }));
  await screen.findByRole('link', { name: 'Register Now' });
  app.close();
  await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('No maintenance requests yet.');
  expect(await onServer(server)).toEqual([]);
});
