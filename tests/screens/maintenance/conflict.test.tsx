import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { card, cards, edit, openApp, view, type App } from '../../support/screens/app.tsx';
import { meanwhile, noRequests, onServer, reported } from '../../support/server/requests.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(() => noRequests(server));

interface Collision {
  as?: 'resident' | 'manager';
  /** What the other side does while this one is offline. */
  other: (path: string) => Promise<void>;
}

/** Changes "The sink drips." to "The sink pours." offline while someone else does something, and comes back. */
async function collide({ as = 'resident', other }: Collision): Promise<App> {
  const { id } = await reported(server, 'resident', 'The sink drips.', { photos: ['red'] });
  const app = await openApp(server, { at: as === 'manager' ? '/admin/maintenance' : '/maintenance', as });
  await card('The sink drips.');
  app.network.offline = true;
  await edit(app, 'The sink drips.', 'The sink pours.');
  await screen.findByText('Saved on this device. It will be sent when you are back online.');
  await other(`/maintenance/${id}`);
  app.reconnect();
  await screen.findByText('Needs attention');
  return app;
}

const changed = (path: string) =>
  meanwhile(server, 'manager', 'PUT', path, { information: 'The sink drips. Plumber called.' });
const completed = (path: string) =>
  meanwhile(server, 'manager', 'PUT', `${path}/completion`, { completed: true });
const cancelled = (path: string) => meanwhile(server, 'manager', 'DELETE', path);

const words = async () => (await onServer(server)).map(({ information }) => information).sort();
const settledDown = () => waitFor(() => expect(screen.queryByText('Needs attention')).toBeNull());

async function decide(app: App, choice: string): Promise<void> {
  const detail = await view(app, 'The sink pours.');
  await app.user.click(detail.getByRole('button', { name: choice }));
  await settledDown();
}

test('two conflicting edits are shown side by side with every choice', async () => {
  const app = await collide({ other: changed });
  expect(cards()).toEqual(['The sink pours.']);
  const detail = await view(app, 'The sink pours.');
  detail.getByText('This request was changed by someone else in the meantime.');
  expect(detail.getByText('Yours').nextElementSibling).toHaveTextContent('The sink pours.');
  expect(detail.getByText('Theirs').nextElementSibling).toHaveTextContent('The sink drips. Plumber called.');
  detail.getByRole('button', { name: 'Keep mine' });
  detail.getByRole('button', { name: 'Keep theirs' });
  detail.getByRole('button', { name: 'Make it a new request' });
});

test('Keep mine puts my words over theirs, once', async () => {
  const app = await collide({ other: changed });
  await decide(app, 'Keep mine');
  await waitFor(async () => expect(await words()).toEqual(['The sink pours.']));
  expect((await onServer(server))[0]?.photos).toHaveLength(1);
});

test('Keep theirs drops my words', async () => {
  const app = await collide({ other: changed });
  await decide(app, 'Keep theirs');
  await within(screen.getByRole('dialog')).findByText('The sink drips. Plumber called.');
  expect(await words()).toEqual(['The sink drips. Plumber called.']);
});

test('Make it a new request keeps both', async () => {
  const app = await collide({ other: changed });
  await decide(app, 'Make it a new request');
  await screen.findByText('Maintenance request submitted successfully.');
  expect(await words()).toEqual(['The sink drips. Plumber called.', 'The sink pours.']);
});

test('an edit of a request that was completed meanwhile can become a new one', async () => {
  const app = await collide({ other: completed });
  const detail = await view(app, 'The sink pours.');
  detail.getByText('This request is already completed.');
  // Once the list says so too.
  expect(await detail.findByRole('button', { name: 'Edit' })).toBeDisabled();
  expect(detail.queryByRole('button', { name: 'Keep mine' })).toBeNull();
  await app.user.click(detail.getByRole('button', { name: 'Make it a new request' }));
  await settledDown();
  await waitFor(async () => expect(await words()).toEqual(['The sink drips.', 'The sink pours.']));
});

test('an edit of a request that was completed meanwhile can be dropped', async () => {
  const app = await collide({ other: completed });
  await decide(app, 'Keep theirs');
  await within(screen.getByRole('dialog')).findByText('The sink drips.');
});

test('an edit of a request that was cancelled meanwhile is still there, with its words', async () => {
  const app = await collide({ other: cancelled });
  const detail = await view(app, 'The sink pours.');
  detail.getByText('This request is not there any more.');
  expect(detail.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(detail.queryByRole('button', { name: 'Delete Request' })).toBeNull();
  await app.user.click(detail.getByRole('button', { name: 'Make it a new request' }));
  await settledDown();
  await waitFor(async () => expect(await words()).toEqual(['The sink pours.']));
  await card('The sink pours.');
});

test('an edit of a request that was cancelled meanwhile can be dropped', async () => {
  const app = await collide({ other: cancelled });
  await decide(app, 'Keep theirs');
  await screen.findByText('No maintenance requests yet.');
});

test('what is dropped of a cancelled request closes with it, also where an earlier edit of it was sent', async () => {
  const { id } = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance', as: 'resident' });
  await card('The sink drips.');
  await edit(app, 'The sink drips.', 'The sink runs.');
  await screen.findByText('Maintenance request updated successfully.');
  app.network.offline = true;
  await edit(app, 'The sink runs.', 'The sink pours.');
  await cancelled(`/maintenance/${id}`);
  app.reconnect();
  await screen.findByText('Needs attention');
  await decide(app, 'Keep theirs');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what a manager makes a new request of keeps its unit', async () => {
  const app = await collide({
    as: 'manager',
    other: (path) => meanwhile(server, 'resident', 'DELETE', path),
  });
  await decide(app, 'Make it a new request');
  await waitFor(async () =>
    expect(await onServer(server)).toMatchObject([
      { information: 'The sink pours.', unit_number: '101', property_name: 'Maple Court' },
    ]),
  );
});

test('the outbox leads to a conflict’s decision', async () => {
  const app = await collide({ other: cancelled });
  await app.user.click(screen.getByRole('link', { name: '1 needs attention' }));
  await screen.findByText('This request is not there any more.');
  await app.user.click(screen.getByRole('link', { name: 'Look and decide' }));
  await screen.findByRole('button', { name: 'Make it a new request' });
});

test('completing a request that another manager has completed already is told beside theirs', async () => {
  const { id } = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/admin/maintenance', as: 'manager' });
  const detail = await view(app, 'The sink drips.');
  await completed(`/maintenance/${id}`);
  await app.user.click(detail.getByRole('button', { name: 'Mark Complete' }));
  await screen.findByText('Maintenance request completed.');
  const done = await server.database.sql`select 1 from maintenance_events where kind = 'done'`;
  expect(done).toHaveLength(2);
});

test('completing a request that was cancelled meanwhile says so, and can only be discarded', async () => {
  const { id } = await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/admin/maintenance', as: 'manager' });
  const detail = await view(app, 'The sink drips.');
  await meanwhile(server, 'manager', 'DELETE', `/maintenance/${id}`);
  await app.user.click(detail.getByRole('button', { name: 'Mark Complete' }));
  await screen.findByText(
    'Failed to mark request at completed. It needs your attention below; nothing you wrote is lost.',
  );
  const refused = await view(app, 'The sink drips.');
  refused.getByText('This request is not there any more.');
  await app.user.click(refused.getByRole('button', { name: 'Discard' }));
  await settledDown();
  expect(screen.queryByText(/^Failed to mark/)).toBeNull();
});
