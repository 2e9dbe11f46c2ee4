import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { notify, type NewNotification } from '../../../server/notifications/notify.ts';
import { openApp, type App } from '../../support/screens/app.tsx';
import { pushBrowser, withProperty } from '../../support/screens/pushBrowser.ts';
import { test } from '../../support/screens/world.ts';
import {
  ANNOUNCEMENT,
  insertToldRecords,
  LEASE,
} from '../../support/server/notifications/everyNotification.ts';
import { server } from '../../support/server/world.ts';

const ROBIN = 2;

test.beforeAll(() => insertToldRecords(server.database.sql));
beforeEach(async () => {
  await server.database.sql`delete from notification_events`;
});

const notifyOf = (...events: NewNotification[]) =>
  server.database.transaction((sql) => notify(sql, ...events));
const announced = (announcement: string, announcement_type = 'General'): NewNotification => ({
  kind: 'announcement_published',
  to: [ROBIN],
  data: { announcement, announcement_type },
  about: ANNOUNCEMENT,
});
const bell = (name: string | RegExp) => screen.findByRole('link', { name });
const unreadOnServer = async () => {
  const [row] = await server.database.sql<{ count: number }>`
    select count(*)::int as count from notifications where read_at is null`;
  return row?.count;
};
const list = async () => within(await screen.findByRole('list', { name: 'Notifications' }));

async function openBell(app: App, name: string): Promise<void> {
  await app.user.click(await bell(name));
}

test('the bell tells how much is unread, and its screen lists it newest first, each leading to its place', async () => {
  await notifyOf(announced('The gate is open.'), {
    kind: 'rent_due_soon',
    to: [ROBIN],
    data: { amount: 1200, due_on: '2026-12-01', description: 'Rent for December 2026' },
    about: LEASE,
  });
  await notifyOf(announced('Water is off until noon.', 'Urgent'));
  const app = await openApp(server, { at: '/contact', as: 'resident' });
  await openBell(app, 'Notifications, 3 unread');
  expect(await (await list()).findAllByText('New')).toHaveLength(3);
  const rows = (await list()).getAllByRole('link');
  expect(rows.map((row) => row.getAttribute('href'))).toEqual([
    '/announcements',
    '/payments',
    '/announcements',
  ]);
  expect(rows[0]).toHaveTextContent(/Urgent announcement.*Urgent.*New.*Water is off until noon\./);
  await app.user.click(rows[1]!);
  await waitFor(() => expect(app.path()).toBe('/payments'));
});

test('what was seen is read, here at once and on the server, and marked as new until the screen is left', async () => {
  await notifyOf(announced('The gate is open.'));
  const app = await openApp(server, { at: '/notifications', as: 'resident' });
  await (await list()).findByText('New');
  await bell('Notifications');
  await waitFor(async () => expect(await unreadOnServer()).toBe(0));
  (await list()).getByText('New');
  await app.user.click(screen.getByRole('link', { name: 'Profile' }));
  await screen.findByRole('heading', { name: 'Profile' });
  await openBell(app, 'Notifications');
  expect((await list()).queryByText('New')).toBeNull();
});

test('without a connection the list can be read; what was seen waits in no outbox, and the server is told later', async () => {
  await notifyOf(announced('The gate is open.'));
  const first = await openApp(server, { at: '/contact', as: 'resident' });
  await bell('Notifications, 1 unread');
  first.network.offline = true;
  await openBell(first, 'Notifications, 1 unread');
  (await list()).getByText('The gate is open.');
  await bell('Notifications');
  expect(await unreadOnServer()).toBe(1);
  expect(screen.queryByRole('link', { name: /unsent/ })).toBeNull();
  first.close();

  const later = await openApp(server, { at: '/contact', as: 'resident' });
  later.network.offline = true;
  await bell('Notifications');
  later.reconnect();
  await waitFor(async () => expect(await unreadOnServer()).toBe(0));
});

test('where nothing happened yet, the screen says what will be there', async () => {
  await openApp(server, { at: '/notifications', as: 'resident' });
  await screen.findByRole('heading', { name: 'Nothing happened yet.' });
  await bell('Notifications');
});

test('a long count is cut on the bell, and its name says what is seen', async () => {
  await notifyOf(...Array.from({ length: 120 }, (_, index) => announced(`Note ${index}`)));
  await openApp(server, { at: '/contact', as: 'resident' });
  const link = await bell(/unread$/);
  expect(link).toHaveTextContent('99+');
  expect(link).toHaveAccessibleName('Notifications, 99+ unread');
});

test('the icon of the app counts what is unread', async () => {
  const badges: number[] = [];
  withProperty(navigator, 'setAppBadge', (count: number) => Promise.resolve(badges.push(count)));
  await notifyOf(announced('The gate is open.'), announced('The gate is closed.'));
  const app = await openApp(server, { at: '/contact', as: 'resident' });
  await waitFor(() => expect(badges.at(-1)).toBe(2));
  await openBell(app, 'Notifications, 2 unread');
  await waitFor(() => expect(badges.at(-1)).toBe(0));
});

test('a notification that is tapped while the app is open shows its screen without a reload', async () => {
  const browser = pushBrowser();
  const app = await openApp(server, { at: '/contact', as: 'resident' });
  await bell('Notifications');
  let answers: unknown[] = [];
  act(() => {
    answers = browser.ask({ type: 'open', path: '/announcements' });
  });
  expect(answers).toEqual([{ opened: true }]);
  await waitFor(() => expect(app.path()).toBe('/announcements'));
});
