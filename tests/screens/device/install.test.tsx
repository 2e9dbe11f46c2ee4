import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { everythingSent, modalClosed, openApp, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { noRequests } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';

beforeEach(() => noRequests(server));

const OFFER = 'Keep Porchlight on your home screen';

/** Sets properties of `navigator` for one test. */
function navigatorWith(properties: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
}

/** Opens the app in a browser that can install it. */
async function openInstallable(at: string) {
  const app = await openApp(server, { at, as: 'resident' });
  const { watchInstallPrompt } = await import('../../../src/install/installPrompt.ts');
  watchInstallPrompt();
  const prompt = vi.fn(() => Promise.resolve());
  window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
  return { app, prompt };
}

async function submit(app: App, words: string): Promise<void> {
  await app.user.type(await screen.findByLabelText('Issue'), words);
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
}

test('installing is offered once, after the first request was sent and never before', async () => {
  const { app, prompt } = await openInstallable('/maintenance?new=1');
  await screen.findByLabelText('Issue');
  expect(screen.queryByText(OFFER)).toBeNull();
  app.network.offline = true;
  await submit(app, 'The sink drips.');
  await screen.findByText('Unsent');
  expect(screen.queryByText(OFFER)).toBeNull();
  app.reconnect();
  await everythingSent();
  await screen.findByText(OFFER);
  await app.user.click(screen.getByRole('button', { name: 'Install' }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(screen.queryByText(OFFER)).toBeNull();
  app.close();

  await openInstallable('/maintenance');
  await screen.findByText('The sink drips.');
  expect(screen.queryByText(OFFER)).toBeNull();
});

test('the offer to install is not shown while something is unsent', async () => {
  const { app } = await openInstallable('/maintenance?new=1');
  await submit(app, 'The sink drips.');
  await screen.findByText(OFFER);
  await modalClosed();
  app.network.offline = true;
  await app.user.click(screen.getByRole('button', { name: '+ New Request' }));
  await submit(app, 'The lamp is out.');
  await waitFor(() => expect(screen.queryByText(OFFER)).toBeNull());
});

test('on an iPhone the offer shows the steps', async () => {
  navigatorWith({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1' });
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await submit(app, 'The sink drips.');
  await screen.findByText(OFFER);
  await app.user.click(screen.getByRole('button', { name: 'Show me how' }));
  const steps = within(await screen.findByRole('dialog', { name: 'Add to Home Screen' }));
  expect(steps.getAllByRole('listitem')).toHaveLength(3);
  await app.user.click(steps.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(OFFER)).toBeNull();
});

test('the offer and its steps name the app as its icon does: by the community’s name', async () => {
  await server.database.sql`insert into community (name) values ('Linden Grove')`;
  onTestFinished(async () => void (await server.database.sql`delete from community`));
  navigatorWith({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1' });
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await submit(app, 'The sink drips.');
  await screen.findByText('Keep Linden Grove on your home screen');
  await app.user.click(screen.getByRole('button', { name: 'Show me how' }));
  await screen.findByText(/open Linden Grove from your home screen/);
});

test('an app that was opened from the home screen knows that it is installed, and offers nothing', async () => {
  navigatorWith({ standalone: true });
  const { app } = await openInstallable('/maintenance?new=1');
  await submit(app, 'The sink drips.');
  await screen.findByText('Maintenance request submitted successfully.');
  expect(screen.queryByText(OFFER)).toBeNull();
  app.close();
  await openApp(server, { at: '/device', as: 'resident' });
  await screen.findByText('Porchlight is installed on this device.');
});

test('a browser tab knows that Porchlight is installed beside it', async () => {
  navigatorWith({ getInstalledRelatedApps: () => Promise.resolve([{ platform: 'webapp' }]) });
  await openInstallable('/device');
  await screen.findByText('Porchlight is installed on this device.');
});

test('the badge of the installed app counts what is unsent, and clears', async () => {
  const setAppBadge = vi.fn(() => Promise.resolve());
  navigatorWith({ setAppBadge });
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  app.network.offline = true;
  await submit(app, 'The sink drips.');
  await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(1));
  // The sign-in on this device is one.
  await server.database.sql`delete from notification_events`;
  app.reconnect();
  await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(0));
});
