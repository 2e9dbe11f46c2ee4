import { setTimeout as pause } from 'node:timers/promises';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { card, freshDevice, modalClosed, openApp, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { noRequests, onServer, reported } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';
import { expectConsoleError } from '../../support/setup.ts';

beforeEach(() => noRequests(server));

const entries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('listitem')
    .map((each) => each.textContent);

async function signIn(app: App): Promise<void> {
  await app.user.type(await screen.findByLabelText('Username'), 'resident');
  await app.user.type(screen.getByLabelText('Password'), 'porchlight');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));
}

async function reportOffline(app: App, words: string): Promise<void> {
  app.network.offline = true;
  await app.user.click(await screen.findByRole('button', { name: '+ New Request' }));
  await app.user.type(await screen.findByLabelText('Issue'), words);
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
  await screen.findByText('Waiting to send');
}

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

test('Logout ends the session here and on the server, and shows the landing page', async () => {
  const app = await openApp(server, { at: '/login' });
  await signIn(app);
  await screen.findByText('No maintenance requests yet.');
  const { token } = JSON.parse(sessionStorage.getItem('porchlight.session') ?? '{}') as { token: string };
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('link', { name: 'Register Now' });
  expect(app.path()).toBe('/');
  expect(sessionStorage.length).toBe(0);
  // What names the device stays, so that the next sign-in is not told as one from a new device.
  await waitFor(() => expect([...app.network.cookies.keys()]).toEqual(['porchlight_device']));
  expect((await server.call('GET', '/maintenance', { as: token })).statusCode).toBe(401);
});

test('Logout with unsent changes asks first, and can be cancelled', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(app, 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  const question = await screen.findByRole('dialog', { name: '1 change was not sent yet' });
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
  await screen.findByRole('dialog', { name: '1 change was not sent yet, and 1 draft is not finished' });
  await app.user.click(screen.getByRole('button', { name: 'Keep on this device' }));
  await screen.findByRole('link', { name: 'Register Now' });
  const { database } = await import('../../../src/offline/engine/database.ts');
  expect([await database.drafts.count(), await database.outbox.count()]).toEqual([1, 1]);
});

test('Logout offline warns that signing in needs a connection', async () => {
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await reportOffline(app, 'The sink drips.');
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  const question = await screen.findByRole('dialog', { name: '1 change was not sent yet' });
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

test('the offline bar shows the age of the data and the unsent changes, and disappears when the connection is back', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await card('The sink drips.');
  expect(screen.queryByText(/Offline/)).toBeNull();
  await reportOffline(app, 'The lamp is out.');
  await screen.findByText(/^Offline\. As of \d{1,2}:\d\d [AP]M$/);
  const link = screen.getByRole('link', { name: /1 waiting to send/ });
  expect(link).toHaveAttribute('href', '/outbox');
  app.reconnect();
  await waitFor(() => expect(screen.queryByText(/Offline|waiting to send/)).toBeNull());
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
  await withDatabase((db) => db.kept.toCollection().modify({ answer: { not: 'a list' } }));
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
