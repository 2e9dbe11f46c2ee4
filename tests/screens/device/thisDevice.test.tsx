import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { openApp, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { noRequests, reported } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';

beforeEach(() => noRequests(server));

/** A browser that tells about its storage. */
function storageOf(estimate: { usage: number; quota: number }) {
  let persisted = false;
  const storage = {
    estimate: () => Promise.resolve(estimate),
    persisted: () => Promise.resolve(persisted),
    persist: vi.fn(() => Promise.resolve((persisted = true))),
  };
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  return storage;
}

async function leaveDraft(app: App, words: string): Promise<void> {
  await app.user.type(await screen.findByLabelText('Issue'), words);
  await app.user.click(screen.getByRole('button', { name: 'Close' }));
}

const part = async (name: string) =>
  within((await screen.findByText(name, { selector: 'main span' })).closest('li')!);

test('This device says what can be read offline, and Update everything now fetches the rest', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/device', as: 'resident' });
  await (await part('Balance and ledger')).findByText('not on this device');
  screen.getByRole('heading', { name: 'Not ready for offline' });
  await app.user.click(screen.getByRole('button', { name: 'Update everything now' }));
  await screen.findByRole('heading', { name: 'Ready for offline' });
  for (const name of [
    'Maintenance requests',
    'Announcements',
    'Balance and ledger',
    'Next charges',
    'Profile',
  ]) {
    (await part(name)).getByText(/^as of \d{1,2}:\d\d [AP]M$/);
  }
  app.close();
  const later = await openApp(server, { at: '/maintenance', as: 'resident' });
  later.network.offline = true;
  await screen.findByText('The sink drips.');
});

test('Update everything now without a connection leaves what is there and says so', async () => {
  const app = await openApp(server, { at: '/device', as: 'manager' });
  await (await part('Meter readings')).findByText('not on this device');
  app.network.offline = true;
  await app.user.click(screen.getByRole('button', { name: 'Update everything now' }));
  await screen.findByText('There is no connection to Porchlight. What is here stays as it is.');
});

test('This device tells the room taken, and asks the browser to keep it', async () => {
  const storage = storageOf({ usage: 2_400_000, quota: 11_000_000_000 });
  const app = await openApp(server, { at: '/device', as: 'resident' });
  await screen.findByText('2.4 MB');
  screen.getByText('11 GB');
  screen.getByText('The browser may clear it when the device runs out of space.');
  expect(storage.persist).not.toHaveBeenCalled();
  await app.user.click(screen.getByRole('button', { name: 'Ask the browser to keep it' }));
  await screen.findByText('The browser promised to keep it until you delete it.');
});

test('a browser that tells nothing about its storage is said to', async () => {
  await openApp(server, { at: '/device', as: 'resident' });
  expect(await screen.findAllByText('This browser does not tell.')).toHaveLength(2);
});

test('This device counts drafts, and the list of unsent things leads back to each', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await leaveDraft(app, 'The hallway');
  app.close();
  // Another tab had a form open at the same time.
  const { database, withDatabase } = await import('../../../src/offline/engine/database.ts');
  const { newDraftName } = await import('../../../src/offline/engine/drafts.ts');
  const { saveDraft } = await import('../../../src/offline/engine/draftWrites.ts');
  const [{ userId } = { userId: 0 }] = await withDatabase(() => database.drafts.toArray());
  await saveDraft(userId, newDraftName('new-maintenance-request'), { information: 'The lift' });
  const later = await openApp(server, { at: '/device', as: 'resident' });
  await screen.findByText('2 drafts are not finished.');
  await later.user.click(screen.getByRole('link', { name: 'See what is unsent' }));
  const draft = within((await screen.findByText('The hallway')).closest('article')!);
  draft.getByRole('heading', { name: 'New maintenance request' });
  await later.user.click(draft.getByRole('link', { name: 'Continue' }));
  expect(await screen.findByLabelText('Issue')).toHaveValue('The hallway');
});

test('a draft in the list of unsent things can be discarded', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await leaveDraft(app, 'The hallway');
  app.close();
  const later = await openApp(server, { at: '/outbox', as: 'resident' });
  await later.user.click(await screen.findByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('alertdialog'));
  await later.user.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('The hallway')).toBeNull());
  const { database } = await import('../../../src/offline/engine/database.ts');
  expect(await database.drafts.count()).toBe(0);
});

test('Forget this device warns of what is unsent, and leaves nothing of the person on it', async () => {
  await reported(server, 'resident', 'The sink drips.');
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await leaveDraft(app, 'The hallway');
  app.close();
  const later = await openApp(server, { at: '/device', as: 'resident' });
  await later.user.click(await screen.findByRole('button', { name: 'Update everything now' }));
  await screen.findByRole('heading', { name: 'Ready for offline' });
  await later.user.click(screen.getByRole('button', { name: 'Forget this device' }));
  const question = within(await screen.findByRole('dialog', { name: 'Forget this device?' }));
  question.getByText('1 draft is not finished. It would be gone for good.');
  await later.user.click(question.getByRole('button', { name: 'Keep' }));
  await later.user.click(screen.getByRole('button', { name: 'Forget this device' }));
  await later.user.click(await screen.findByRole('button', { name: 'Forget and log out' }));
  await screen.findByRole('link', { name: 'Register Now' });
  const { database: db } = await import('../../../src/offline/engine/database.ts');
  const left = [db.reads, db.readParts, db.kept, db.outbox, db.sent, db.drafts, db.draftPhotos].map((table) =>
    table.count(),
  );
  expect(await Promise.all(left)).toEqual(left.map(() => 0));
  expect(sessionStorage).toHaveLength(0);
});
