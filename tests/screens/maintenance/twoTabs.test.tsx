import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { draftReads, modalClosed, openApp } from '../../support/screens/app.tsx';
import { noRequests, onServer, photoFile } from '../../support/server/requests.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { photosArrived } from '../../support/screens/maintenance/newRequest.ts';

beforeEach(() => noRequests(server));

/** What another tab does with the draft that it finds. */
async function writeInAnotherTab(information: string): Promise<void> {
  const { openDraft } = await import('../../../src/offline/engine/drafts.ts');
  const { saveDraft } = await import('../../../src/offline/engine/draftWrites.ts');
  const { database } = await import('../../../src/offline/engine/database.ts');
  const [draft] = await database.drafts.toArray();
  const userId = draft?.userId ?? 0;
  const { version } = await openDraft(userId, 'new-maintenance-request');
  await saveDraft(userId, version.name, { information }, version.savedAt);
}

async function drafts() {
  const { database } = await import('../../../src/offline/engine/database.ts');
  const stored = await database.drafts.toArray();
  return stored.map(({ value }) => (value as { information: string }).information);
}

test('typing on in a draft that another tab rewrote keeps both, and submitting one leaves the other', async () => {
  const app = await openApp(server, { at: '/maintenance?new=1', as: 'resident' });
  await app.user.type(await screen.findByLabelText('Issue'), 'The tap drips');
  await app.user.upload(await screen.findByLabelText('Choose photos'), await photoFile('tap.jpg', 'red'));
  await draftReads('The tap drips', 1);
  await writeInAnotherTab('The door sticks.');
  await app.user.type(screen.getByLabelText('Issue'), ' all day.');
  await waitFor(async () =>
    expect((await drafts()).toSorted()).toEqual(['The door sticks.', 'The tap drips all day.']),
  );
  await app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
  await modalClosed();
  const [request] = await onServer(server);
  expect(request).toMatchObject({ information: 'The tap drips all day.' });
  await photosArrived(1);
  expect(await drafts()).toEqual(['The door sticks.']);
});
