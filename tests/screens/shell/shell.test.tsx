import { setTimeout as pause } from 'node:timers/promises';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { card, modalClosed, openApp } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { test } from '../../support/screens/world.ts';
import { noRequests, reported } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';
import { expectConsoleError } from '../../support/setup.ts';
import { signIn, reportOffline } from '../../support/screens/shell/shell.ts';

beforeEach(() => noRequests(server));

const entries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('listitem')
    .map((each) => each.textContent);

test.each(['/maintenance', '/outbox', '/admin/maintenance'])(
  'nobody sees %s without signing in',
  async (path) => {
    const app = await openApp(server, { at: path });
    await screen.findByRole('link', { name: 'Register Now' });
    expect(app.path()).toBe('/');
    // What anybody may know of the community.
    expect(
      app.network.requests.map(({ path: asked }) => asked).filter((asked) => asked !== '/community'),
    ).toEqual([]);
  },
);

test('a resident who opens a manager’s screen is redirected to their own', async () => {
  const app = await openApp(server, { at: '/admin/maintenance', as: 'resident' });
  await screen.findByRole('heading', { name: 'Welcome back, Robin!' });
  expect(app.path()).toBe('/dashboard/resident');
});

test.each(['/', '/login', '/register'])('a signed-in user is redirected from %s', async (path) => {
  const app = await openApp(server, { at: path, as: 'manager' });
  await screen.findByRole('heading', { name: 'Manager Dashboard' });
  expect(app.path()).toBe('/admin/dashboard');
});

test.each([undefined, 'resident'])(
  'an unknown path shows that there is no such screen (signed in: %s)',
  async (as) => {
    const app = await openApp(server, { at: '/no/such/page', ...(as ? { as } : {}) });
    await screen.findByRole('heading', { name: 'Page not found.' });
    await app.user.click(screen.getByRole('link', { name: 'Go to the start' }));
    await waitFor(() => expect(app.path()).toBe(as ? '/dashboard/resident' : '/'));
  },
);

test('the page of an unknown path links to the first screen', async () => {
  const visitor = await openApp(server, { at: '/no/such/page' });
  await screen.findByRole('heading', { name: 'Page not found.' });
  expect(entries()).toEqual(['About', 'Login']);
  visitor.close();
  await openApp(server, { at: '/no/such/page', as: 'resident' });
  await screen.findByRole('heading', { name: 'Page not found.' });
  expect(entries()).toContain('Maintenance');
  expect(entries()).toContain('Logout');
});

test.each([undefined, 'resident', 'manager'])(
  'an unknown path under /admin shows that there is no such screen (signed in: %s)',
  async (as) => {
    const app = await openApp(server, { at: '/admin/no-such-page', ...(as ? { as } : {}) });
    await screen.findByRole('heading', { name: 'Page not found.' });
    expect(app.path()).toBe('/admin/no-such-page');
    expect(entries()).toContain(as ? 'Logout' : 'Login');
  },
);

test('the navigation has Login for a visitor, and the screens of the role for a signed-in user', async () => {
  const visitor = await openApp(server, { at: '/' });
  await screen.findByRole('link', { name: 'Register Now' });
  expect(entries()).toEqual(['About', 'Login']);
  visitor.close();
  const resident = await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('No maintenance requests yet.');
  expect(entries()).toEqual([
    'Dashboard',
    'Payments',
    'Maintenance',
    'Announcements',
    'Profile',
    'More',
    'Logout',
  ]);
  expect(screen.getByRole('link', { name: 'Maintenance' })).toHaveAttribute('href', '/maintenance');
  resident.close();
  await openApp(server, { at: '/admin/maintenance', as: 'manager' });
  await screen.findByText('No maintenance requests yet.');
  expect(entries()).toEqual([
    'Dashboard',
    'Property Info',
    'Units',
    'Manage Users',
    'Payments',
    'Utilities',
    'Maintenance',
    'Announcements',
    'More',
    'Logout',
  ]);
  expect(screen.getByRole('link', { name: 'Maintenance' })).toHaveAttribute('href', '/admin/maintenance');
});

test('the offline bar shows the age of the data and the unsent changes, and disappears when the connection is back', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await card('The sink drips.');
  expect(screen.queryByText(/Offline/)).toBeNull();
  await reportOffline(app, 'The lamp is out.');
  await screen.findByText(/^Offline – saved \d{1,2}:\d\d [AP]M$/);
  const link = screen.getByRole('link', { name: /1 unsent/ });
  expect(link).toHaveAttribute('href', '/outbox');
  app.reconnect();
  await waitFor(() => expect(screen.queryByText(/Offline|unsent/)).toBeNull());
});

test('an ended session is reported, cached data can be read, and signing in leads back to the screen', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const first = await openApp(server, { at: '/maintenance', as: 'resident' });
  await card('The sink drips.');
  first.close();
  await server.database.sql`delete from sessions`;

  const app = await openApp(server, { at: '/maintenance?new=1' });
  await screen.findByText(/^Your session has ended\./);
  await card('The sink drips.');
  await app.user.type(await screen.findByLabelText('Issue'), 'The lamp is out.');
  await app.user.keyboard('{Escape}');
  await modalClosed();
  await app.user.click(screen.getByRole('button', { name: '+ New Request' }));
  expect(await screen.findByLabelText('Issue')).toHaveValue('The lamp is out.');
  await app.user.click(screen.getByRole('link', { name: 'Sign in' }));
  await signIn(app);
  expect(await screen.findByLabelText('Issue')).toHaveValue('The lamp is out.');
  expect(app.path()).toBe('/maintenance?new=1');
  expect(screen.queryByText(/^Your session has ended\./)).toBeNull();
});

/** Has the page register a service worker that is reported as waiting by `found`. */
async function openWithWorker({ active }: { active: boolean }) {
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', Object.assign(navigator, { serviceWorker: new EventTarget() }));
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  const worker = { found: vi.fn(), taken: vi.fn() };
  const waiting = Object.assign(new EventTarget(), { state: 'installed' });
  vi.doMock('workbox-window', () => ({
    Workbox: class {
      addEventListener(name: string, listener: () => void) {
        if (name === 'waiting') worker.found.mockImplementation(listener);
      }
      register = () => Promise.resolve({ active: active ? { postMessage: () => undefined } : null, waiting });
      messageSkipWaiting = worker.taken;
    },
  }));
  onTestFinished(() => vi.doUnmock('workbox-window'));
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  (await import('../../../src/browser/serviceWorker.ts')).startWorker();
  await screen.findByText('No maintenance requests yet.');
  expect(screen.queryByText(/^A new version/)).toBeNull();
  worker.found();
  const activate = () => {
    waiting.state = 'activated';
    waiting.dispatchEvent(new Event('statechange'));
  };
  return { app, worker, activate };
}

test('the first version on a device is not offered as an update', async () => {
  const { activate } = await openWithWorker({ active: false });
  await pause(100);
  expect(screen.queryByText(/^A new version/)).toBeNull();
  activate();
  expect(screen.queryByText(/^A new version/)).toBeNull();
});

test('a new version is no longer offered when it became active without this page', async () => {
  const { activate } = await openWithWorker({ active: true });
  await screen.findByText(/^A new version/);
  act(activate);
  expect(screen.queryByText(/^A new version/)).toBeNull();
});

test('a new version is offered, and activated when the user agrees', async () => {
  const { app, worker } = await openWithWorker({ active: true });
  await screen.findByText('A new version of Porchlight is ready. What you have written is kept.');
  expect(worker.taken).not.toHaveBeenCalled();
  await app.user.click(screen.getByRole('button', { name: 'Update now' }));
  expect(worker.taken).toHaveBeenCalledOnce();
});

test('an error in a screen shows the error page instead of a blank one', async () => {
  expectConsoleError(/is not a function|The above error/);
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('No maintenance requests yet.');
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  await withDatabase((db) => db.readParts.toCollection().modify({ answer: { not: 'a list' } }));
  await screen.findByRole('heading', { name: 'Something went wrong' });
  screen.getByText('Nothing you wrote and saved on this device is lost. Reloading usually helps.');
  screen.getByRole('button', { name: 'Reload' });
  app.close();
});

test('changes that the browser deleted are reported until the user confirms it', async () => {
  const first = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(first, 'The sink drips.');
  await waitFor(() => expect(localStorage.getItem('porchlight.waiting')).toContain('"waiting":1'));
  first.close();
  const noted = localStorage.getItem('porchlight.waiting') ?? '';
  await freshDevice();
  localStorage.setItem('porchlight.waiting', noted);

  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText(/^This browser cleared its storage, and a change that waited to be sent was lost/);
  await app.user.click(screen.getByRole('button', { name: 'I understand' }));
  expect(screen.queryByText(/^This browser cleared its storage/)).toBeNull();
});
