import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { residentWith } from '../../support/server/accounts.ts';
import { leaseOf } from '../../support/server/leases/inspections.ts';
import { photoFile } from '../../support/server/requests.ts';
import { card, everythingSent, modalClosed, openApp, type App } from '../../support/screens/app.tsx';
import { section } from '../../support/screens/sections.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const TAKEN = new RegExp(`^[A-Z][a-z]{2} \\d{1,2}, ${new Date().getFullYear()}, \\d{1,2}:\\d{2} [AP]M`);

/** A lease with $500.00 of its deposit held, by a person who owes $200.00. */
async function held() {
  const username = await residentWith(server, [{ amount: 200, type: 'Damage Fee' }]);
  const [tenant] = await server.database.sql<{
    id: number;
  }>`select id from users where username = ${username}`;
  const id = await leaseOf(tenant!.id);
  await server.call('POST', `/leases/${id}/deposit`, {
    as: manager,
    body: { kind: 'Received', amount: 500 },
  });
  return { id, username };
}

const applyForm = async () => within(await screen.findByRole('dialog', { name: 'Apply Deposit' }));

/** Types what is applied, with its photos. */
async function fillIn(app: App, photos: File[]): Promise<void> {
  const form = await applyForm();
  await app.user.type(await form.findByLabelText('Amount'), '120');
  await app.user.type(form.getByLabelText('Applied to'), 'A broken door');
  await app.user.upload(form.getByLabelText('Choose photos'), photos);
  await waitFor(() =>
    expect(form.getAllByRole('button', { name: /^Remove Photo/ })).toHaveLength(photos.length),
  );
}

test('photos of what is applied are kept while the form is closed, wait with the entry, and stand in the statement with when they were taken', async () => {
  const { id, username } = await held();
  const app = await openApp(server, { at: `/admin/lease/${id}`, as: 'manager' });
  await app.user.click((await section('Deposit')).getByRole('button', { name: 'Apply to charges' }));
  await applyForm();
  app.network.offline = true;
  await fillIn(app, [await photoFile('a.jpg', 'red')]);
  await app.user.click((await applyForm()).getByRole('button', { name: 'Close' }));
  await modalClosed();
  await app.user.click(screen.getByRole('button', { name: 'Apply to charges' }));
  const again = await applyForm();
  await again.findByRole('button', { name: 'View Photo 1 of 1' });
  expect(again.getByLabelText('Applied to')).toHaveDisplayValue('A broken door');
  await app.user.click(again.getByRole('button', { name: 'Apply Deposit' }));
  await modalClosed();
  const waiting = await card('$120.00');
  waiting.getByRole('button', { name: 'View Photo 1 of 1' });
  expect(waiting.getByText(TAKEN)).toBeVisible();

  app.reconnect();
  await screen.findByText('Applied: A broken door');
  await everythingSent();
  app.close();
  for (const [as, at] of [
    ['manager', `/admin/deposits/${id}`],
    [username, '/payments/deposit'],
  ] as const) {
    const reader = await openApp(server, { at, as });
    const sheet = within(await screen.findByRole('article', { name: 'Statement of the deposit' }));
    const photos = within(await sheet.findByRole('list', { name: 'Photos' }));
    photos.getByRole('button', { name: 'View Photo 1 of 1' });
    expect(photos.getByText(TAKEN)).toBeVisible();
    reader.close();
  }
});

test('a photo that is on its way stands at its entry, and one that is refused says why there', async () => {
  const { id } = await held();
  const app = await openApp(server, { at: `/admin/lease/${id}`, as: 'manager' });
  app.network.fail(/attachment$/, { status: 415, message: '"a.jpg" is not a photo.' });
  await app.user.click((await section('Deposit')).getByRole('button', { name: 'Apply to charges' }));
  await fillIn(app, [await photoFile('a.jpg', 'red'), await photoFile('b.jpg', 'green')]);
  let sent = 0;
  app.network.before = ({ method, path }) => {
    if (method === 'PUT' && /\/photos\/\w+$/.test(path)) sent += 1;
    if (path.includes('/photos/') && sent > 1) throw new TypeError('fetch failed');
  };
  await app.user.click((await applyForm()).getByRole('button', { name: 'Apply Deposit' }));
  await modalClosed();
  const entry = async () => within((await screen.findByText('Applied: A broken door')).closest('li')!);
  await (await entry()).findByText('"a.jpg" is not a photo.');
  app.network.before = undefined;
  app.reconnect();
  await waitFor(async () =>
    expect((await entry()).getAllByRole('button', { name: /^View Photo/ })).toHaveLength(2),
  );
  const [stored] = await server.database.sql<{ count: number }>`
    select count(photo_id)::int as count from named_photos where record_kind = 'deposit'`;
  expect(stored).toEqual({ count: 1 });
  expect((await entry()).getByText('"a.jpg" is not a photo.')).toBeVisible();
});
