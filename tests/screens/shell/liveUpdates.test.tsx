import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { hearOfChanges, look } from '../../support/screens/shell/look.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

beforeEach(async () => {
  await server.database.sql`update list_changes set changed_at = now() - interval '1 hour'`;
  await server.database.sql`delete from announcements`;
});

/** The announcements of the resident, connected. */
async function connectedApp(): Promise<App> {
  const app = await openApp(server, { at: '/announcements', as: 'resident' });
  await hearOfChanges(app);
  await screen.findByRole('heading', { name: 'Community Board' });
  return app;
}

const announce = (announcement: string) =>
  server.call('POST', '/announcements', {
    as: manager,
    body: { announcement, announcement_type: 'General' },
  });

test('a change made elsewhere shows within a second, without a touch', async () => {
  await connectedApp();
  const began = performance.now();
  expect((await announce('The water is off on Monday')).statusCode).toBe(201);
  await screen.findByText('The water is off on Monday');
  expect(performance.now() - began).toBeLessThan(1000);
});

test('what does not concern this screen is not asked for', async () => {
  const app = await connectedApp();
  await new Promise((resolve) => setTimeout(resolve, 500));
  app.network.requests.length = 0;
  await server.call('POST', '/transactions/charge', {
    as: manager,
    body: { userId: 2, amount: 5, description: 'Key' },
  });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  // The bell's list alone.
  expect(app.network.requests.map(({ path }) => path)).toEqual(['/notifications']);
});

test('an app that is put away has no connection, and has one again when it is taken up', async () => {
  const app = await connectedApp();
  await look('hidden');
  await until(() => app.network.openStreams.size === 0);
  await announce('Said meanwhile');
  await look('visible');
  await until(() => app.network.openStreams.size === 1);
  await screen.findByText('Said meanwhile');
  await announce('Said later');
  await screen.findByText('Said later');
});

test('when the server was gone and is back, what changed meanwhile shows', async () => {
  const app = await connectedApp();
  app.network.offline = true;
  for (const { cut } of app.network.openStreams) cut();
  await until(() => app.network.openStreams.size === 0);
  await announce('Said while it was gone');
  app.network.offline = false;
  await until(() => app.network.openStreams.size === 1);
  await screen.findByText('Said while it was gone');
});

test('signing out ends the connection', async () => {
  const app = await connectedApp();
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  await until(() => app.network.openStreams.size === 0);
  await waitFor(() => expect(app.path()).toBe('/'));
});
