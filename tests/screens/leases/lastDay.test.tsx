import { screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { addDays } from '../../../contract/values/calendar.ts';
import { timeText } from '../../../src/ui/data/Time.tsx';
import { communityDay } from '../../support/days.ts';
import { card, modalClosed, until, type App } from '../../support/screens/app.tsx';
import { begin, endLeases, fill, onServer, open, press } from '../../support/screens/leases.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

beforeEach(endLeases);

const [MINE, THEIRS] = [addDays(communityDay(), 30), addDays(communityDay(), 60)];
const step = async (name: string) => within((await screen.findByText(name)).closest('li')!);

/** The last day is set on the page of a lease, without a connection. */
async function setOffline(): Promise<{ app: App; id: number }> {
  const { id } = await begin();
  const app = await open(`/admin/lease/${id}`);
  await screen.findByRole('region', { name: 'Move-out' });
  app.network.offline = true;
  await press(app, 'End lease');
  await fill(app, 'Last day', MINE);
  await press(app, 'Save');
  await modalClosed();
  return { app, id };
}

test('the last day of a lease is set without a connection, is an unsent step of the move-out, and is sent once', async () => {
  const { app, id } = await setOffline();
  await card(`Last day ${timeText(MINE)}`);
  const notice = await step('Notice with the last day');
  expect(await notice.findByText('Unsent')).toBeVisible();
  expect(notice.getByText(`Until ${timeText(MINE)}. Its charges end with it.`)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Change terms' })).toBeDisabled();
  app.reconnect();
  await until(() => screen.queryByText(`Last day ${timeText(MINE)}`) === null);
  expect(await onServer()).toMatchObject([{ id, ends: MINE }]);
  expect(await screen.findByRole('button', { name: 'Change last day' })).toBeVisible();
});

test.each([
  { chosen: 'mine', button: `End on ${timeText(MINE)}`, ends: MINE },
  { chosen: 'the other one', button: `Keep ${timeText(THEIRS)}`, ends: THEIRS },
])(
  'where somebody else set another last day meanwhile both are shown, and $chosen is chosen',
  async ({ button, ends }) => {
    const { app, id } = await setOffline();
    const set = { as: manager, body: { ends: THEIRS } };
    expect((await server.call('PUT', `/leases/${id}/last-day`, set)).statusCode).toBe(200);
    app.reconnect();
    await screen.findByText(
      `Somebody else set the last day to ${timeText(THEIRS)} meanwhile. You wrote ${timeText(MINE)}.`,
    );
    expect(await (await step('Notice with the last day')).findByText('Needs attention')).toBeVisible();
    await press(app, button);
    const question = screen.queryByRole('alertdialog');
    if (question) await app.user.click(within(question).getByRole('button', { name: button }));
    await until(() => screen.queryByText(`Last day ${timeText(MINE)}`) === null);
    expect(await onServer()).toMatchObject([{ id, ends }]);
  },
);

test('a last day before the first day is said at its field, and nothing is kept to be sent', async () => {
  const { id, starts } = await begin();
  const app = await open(`/admin/lease/${id}`);
  await press(app, 'End lease');
  await fill(app, 'Last day', addDays(starts, -1));
  await press(app, 'Save');
  expect(await screen.findByText('The last day must not be before the first.')).toBeVisible();
  expect((await onServer())[0]?.ends).toBeNull();
});

test('a last day that another manager set while the form was open is asked about, not written over', async () => {
  const { id } = await begin();
  const app = await open(`/admin/lease/${id}`);
  await screen.findByRole('region', { name: 'Move-out' });
  await press(app, 'End lease');
  await fill(app, 'Last day', MINE);
  await server.call('PUT', `/leases/${id}/last-day`, { as: manager, body: { ends: THEIRS, stood: null } });
  // As an open app is told of it.
  const [{ id: userId } = { id: 0 }] = await server.database.sql<{ id: number }>`
    select id from users where username = 'manager'`;
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  const { updateCached } = await import('../../../src/offline/engine/reads/cachedReads.ts');
  await withDatabase((db) =>
    updateCached(db, userId, 'listLeases', (leases) => leases.map((lease) => ({ ...lease, ends: THEIRS }))),
  );
  await press(app, 'Save');
  await screen.findByText(/meanwhile/);
  expect(await onServer()).toMatchObject([{ ends: THEIRS }]);
});
