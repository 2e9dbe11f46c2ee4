import { screen, waitFor } from '@testing-library/react';
import { Dexie } from 'dexie';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { card, modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { noRequests, onServer } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';

const refusal = () => new DOMException('The user denied permission.', 'SecurityError');
const fail = () => {
  throw refusal();
};

/** Dexie is loaded once for all tests, and has the browser's database from then. */
function replaceIndexedDb(replacement: object | undefined): void {
  vi.stubGlobal('indexedDB', replacement);
  const { indexedDB } = Dexie.dependencies;
  Object.assign(Dexie.dependencies, { indexedDB: replacement });
  onTestFinished(async () => {
    const { withDatabase } = await import('../../../src/offline/engine/database.ts');
    await withDatabase((db) => Promise.resolve(db.close()));
    Object.assign(Dexie.dependencies, { indexedDB });
  });
}

/** What a Chromium does with site data blocked: every storage throws, locks are refused. */
function blockSiteData(): void {
  // Dexie warns that it tries again.
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const area of ['localStorage', 'sessionStorage'])
    vi.spyOn(window, area as 'localStorage', 'get').mockImplementation(fail);
  replaceIndexedDb({
    databases: () => Promise.reject(refusal()),
    open: () => {
      const error = new DOMException('The user denied permission.', 'UnknownError');
      const request: { error: Error; onerror?: (event: object) => void } = { error };
      setTimeout(() =>
        request.onerror?.({ target: request, preventDefault: vi.fn(), stopPropagation: vi.fn() }),
      );
      return request;
    },
  });
  vi.spyOn(navigator.locks, 'request').mockImplementation(() => Promise.reject(refusal()));
  vi.stubGlobal('caches', { open: () => Promise.reject(refusal()), delete: () => Promise.reject(refusal()) });
}

beforeEach(() => noRequests(server));

async function signIn(app: App, username = 'resident'): Promise<void> {
  await app.user.type(await screen.findByLabelText('Username'), username);
  await app.user.type(screen.getByLabelText('Password'), 'porchlight');
  await app.user.click(screen.getByRole('button', { name: 'Login' }));
}

async function report(app: App, words: string): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name: '+ New Request' }));
  await app.user.type(await screen.findByLabelText('Issue'), words);
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
}

const NOTICE = /^This browser does not let Porchlight keep anything on this device\./;

test('with site data blocked, a person signs in, reports and reads, and is told once what is not kept', async () => {
  blockSiteData();
  const app = await openApp(server, { at: '/login' });
  await signIn(app);
  await screen.findByText(NOTICE);
  expect(screen.queryByText('Login Failed.')).toBeNull();
  await app.user.click(screen.getByRole('link', { name: 'Maintenance' }));
  await report(app, 'The sink drips.');
  await modalClosed();
  await card('The sink drips.');
  await waitFor(async () =>
    expect(await onServer(server)).toMatchObject([{ information: 'The sink drips.' }]),
  );
  const [sent] = app.network.sent();
  expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[\w-]{36}$/);
  await app.user.click(screen.getByRole('button', { name: 'I understand' }));
  await app.user.click(screen.getByRole('link', { name: 'Payments' }));
  await screen.findByRole('heading', { name: 'Your Current Balance' });
  expect(screen.queryByText(NOTICE)).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('link', { name: 'Register Now' });
});

test('with site data blocked, what cannot be sent yet says that Porchlight must stay open, and is sent later', async () => {
  blockSiteData();
  const app = await openApp(server, { at: '/login' });
  await signIn(app);
  await app.user.click(await screen.findByRole('link', { name: 'Maintenance' }));
  await screen.findByText('No maintenance requests yet.');
  app.network.offline = true;
  await report(app, 'The lamp is out.');
  await screen.findByText(
    'Keep Porchlight open, since this is unsent. It will be sent when you are back online.',
  );
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  app.reconnect();
  await waitFor(async () =>
    expect(await onServer(server)).toMatchObject([{ information: 'The lamp is out.' }]),
  );
});

test.each(['/', '/login', '/maintenance'])('with site data blocked, %s is no bare splash', async (path) => {
  blockSiteData();
  await openApp(server, { at: path });
  await screen.findAllByRole('link', { name: 'Login' });
  const { storageRefused } = await import('../../../src/offline/engine/storage/storageRefusal.ts');
  await until(storageRefused);
});

test('a browser without IndexedDB opens the app, also signed in', async () => {
  replaceIndexedDb(undefined);
  await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('No maintenance requests yet.');
  await screen.findByText(NOTICE);
});

test.each([
  ['refuses it', blockSiteData],
  ['has none', () => replaceIndexedDb(undefined)],
])('the first work may be a transaction where the browser %s', async (_, refuse) => {
  refuse();
  vi.resetModules();
  await import('../../../src/App.tsx');
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  expect(await withDatabase((db) => db.transaction('rw', db.drafts, () => db.drafts.count()))).toBe(0);
});
