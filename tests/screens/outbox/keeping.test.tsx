import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { card, everythingSent, openApp, type App } from '../../support/screens/app.tsx';
import { noRequests, onServer } from '../../support/server/requests.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(() => noRequests(server));

/** Writes a request that the server is too busy to take, which says that it is tried again later. */
async function reportToABusyServer(): Promise<App> {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await app.user.type(await screen.findByLabelText('Issue'), 'The sink drips.');
  app.network.faultOfChange = () => ({ status: 503, message: 'The server is busy.' });
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
  await (await card('The sink drips.')).findByText('Unsent');
  // Not before its answer has come is it known when to try again.
  const { database } = await import('../../../src/offline/engine/database.ts');
  await waitFor(async () => {
    expect(await database.outbox.toArray()).toMatchObject([{ reason: 'The server is busy.' }]);
  });
  return app;
}

test.each<[string, () => void]>([
  ['the page is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['its window comes to the front', () => window.dispatchEvent(new Event('focus'))],
  ['the browser sees a network', () => window.dispatchEvent(new Event('online'))],
])('unsent changes are sent when %s', async (_, happens) => {
  const app = await reportToABusyServer();
  app.network.faultOfChange = undefined;
  happens();
  await everythingSent();
  expect(await onServer(server)).toHaveLength(1);
  app.close();
});

test('unsent changes are sent by a timer, without any action of the user', async () => {
  // Dates stay the platform's own, which alone survive the database; only their now moves.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const app = await reportToABusyServer();
    app.network.faultOfChange = undefined;
    const later = Date.now() + 31_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    await vi.advanceTimersByTimeAsync(31_000);
    vi.useRealTimers();
    await everythingSent();
    expect(await onServer(server)).toHaveLength(1);
    app.close();
  } finally {
    vi.useRealTimers();
  }
});

test('persistent storage is requested at the first draft, and not before', async () => {
  const persist = vi.fn(() => Promise.resolve(true));
  Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true });
  try {
    const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
    const issue = await screen.findByLabelText('Issue');
    expect(persist).not.toHaveBeenCalled();
    await app.user.type(issue, 'The sink drips.');
    await waitFor(() => expect(persist).toHaveBeenCalled());
    app.close();
  } finally {
    Reflect.deleteProperty(navigator, 'storage');
  }
});
