import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { everythingSent, openApp, type App } from '../../support/screens/app.tsx';
import { pushBrowser, withProperty } from '../../support/screens/pushBrowser.ts';
import { testWith } from '../../support/screens/world.ts';
import { noRequests } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';

const test = testWith({ PUBLIC_URL: 'https://homes.example.com' });
const OFFER = 'Hear about it on this device';

beforeEach(async () => {
  await noRequests(server);
  await server.database.sql`delete from push_subscriptions`;
});

const subscribed = async () => {
  const rows = await server.database.sql<{ endpoint: string }>`select endpoint from push_subscriptions`;
  return rows.map(({ endpoint }) => endpoint);
};
const turnOn = async (app: App) =>
  app.user.click(await screen.findByRole('button', { name: 'Turn on notifications' }));

async function report(app: App, words: string): Promise<void> {
  await app.user.type(await screen.findByLabelText('Issue'), words);
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
  await screen.findByText('Maintenance request submitted successfully.');
}

test('notifications are asked for by a tap alone, and turned off again', async () => {
  const browser = pushBrowser();
  const app = await openApp(server, { at: '/device', as: 'resident' });
  await screen.findByRole('button', { name: 'Turn on notifications' });
  expect(browser.requestPermission).not.toHaveBeenCalled();
  await turnOn(app);
  await screen.findByText('Porchlight tells you on this device, also while it is closed.');
  expect(browser.requestPermission).toHaveBeenCalledOnce();
  expect(browser.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: expect.stringMatching(/^[\w-]{87}$/) as string,
  });
  expect(await subscribed()).toEqual([browser.endpoint()]);

  await app.user.click(screen.getByRole('button', { name: 'Turn off notifications' }));
  await screen.findByRole('button', { name: 'Turn on notifications' });
  expect(browser.endpoint()).toBeUndefined();
  await waitFor(async () => expect(await subscribed()).toEqual([]));
});

test('who refuses is told where to allow it, and is not asked again', async () => {
  const browser = pushBrowser({ answers: 'denied' });
  const app = await openApp(server, { at: '/device', as: 'resident' });
  await turnOn(app);
  await screen.findByText(
    /^Notifications of Porchlight are blocked on this device\. Allow them in the settings/,
  );
  expect(screen.queryByRole('button', { name: 'Turn on notifications' })).toBeNull();
  expect(browser.subscribe).not.toHaveBeenCalled();
});

test('a browser that cannot notify says so', async () => {
  await openApp(server, { at: '/device', as: 'resident' });
  await screen.findByText('This browser cannot notify you. You can be told by email.');
});

test('an iPhone says that Porchlight must be on the home screen first', async () => {
  withProperty(navigator, 'userAgent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1');
  await openApp(server, { at: '/device', as: 'resident' });
  await screen.findByText(/^On iPhone and iPad Porchlight can notify you once it is on your home screen\./);
});

test('a session that stores nothing here is not notified, and says why', async () => {
  pushBrowser();
  await openApp(server, { at: '/device', as: 'resident', keep: false });
  await screen.findByText(/so nothing is shown here while you are away\.$/);
});

test('notifications are offered once, after the first request was sent', async () => {
  const browser = pushBrowser();
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await screen.findByLabelText('Issue');
  expect(screen.queryByText(OFFER)).toBeNull();
  await report(app, 'The sink drips.');
  await everythingSent();
  await screen.findByText(OFFER);
  expect(browser.requestPermission).not.toHaveBeenCalled();
  await app.user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByText(OFFER)).toBeNull();
  app.close();
  await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText('The sink drips.');
  expect(screen.queryByText(OFFER)).toBeNull();
});

test('a manager is offered to hear about what managers are told', async () => {
  pushBrowser();
  const app = await openApp(server, { at: '/admin/maintenance?new=1', as: 'manager' });
  const form = within(await screen.findByRole('dialog'));
  await form.findByRole('option', { name: 'Unit 101, Maple Court' });
  await app.user.selectOptions(form.getByLabelText('Unit'), 'Unit 101, Maple Court');
  await report(app, 'The sink drips.');
  await everythingSent();
  await screen.findByText(OFFER);
  screen.getByText(/when a request comes in, a suggestion waits for review or a payment fails, without/);
});

test('the offer turns notifications on and says where to change them', async () => {
  pushBrowser();
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await report(app, 'The sink drips.');
  await screen.findByText(OFFER);
  await turnOn(app);
  await screen.findByText('Notifications are on. You can change them at any time under Profile.');
  expect(await subscribed()).toHaveLength(1);
});

test('where the app can be installed, that is offered alone, and notifications another time', async () => {
  pushBrowser();
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  const { watchInstallPrompt } = await import('../../../src/install/installPrompt.ts');
  watchInstallPrompt();
  window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => Promise.resolve() }));
  await report(app, 'The sink drips.');
  await screen.findByText('Keep Porchlight on your home screen');
  expect(screen.queryByText(OFFER)).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByText(OFFER)).toBeNull();
  app.close();
  await openApp(server, { at: '/maintenance', as: 'resident' });
  await screen.findByText(OFFER);
});

test('a device that is notified renews its subscription at each start', async () => {
  const browser = pushBrowser();
  const first = await openApp(server, { at: '/device', as: 'resident' });
  await turnOn(first);
  await screen.findByText('Porchlight tells you on this device, also while it is closed.');
  first.close();
  await server.database.sql`delete from push_subscriptions`;
  await openApp(server, { at: '/contact', as: 'resident' });
  await waitFor(async () => expect(await subscribed()).toEqual([browser.endpoint()]));
  expect(browser.requestPermission).toHaveBeenCalledOnce();
});

test('after a sign-out the browser is not subscribed any more, and the next person is not by themselves', async () => {
  const browser = pushBrowser();
  const app = await openApp(server, { at: '/device', as: 'resident' });
  await turnOn(app);
  await screen.findByText('Porchlight tells you on this device, also while it is closed.');
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(browser.endpoint()).toBeUndefined());
  await waitFor(async () => expect(await subscribed()).toEqual([]));
  app.close();
  await openApp(server, { at: '/device', as: 'neighbour' });
  await screen.findByRole('button', { name: 'Turn on notifications' });
  expect(browser.endpoint()).toBeUndefined();
});
