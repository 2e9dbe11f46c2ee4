import { screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { ListedUser } from '../../../contract/users/user.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { communityDay } from '../../support/days.ts';
import { card, modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { begin, choose, endLeases, open, press } from '../../support/screens/leases.ts';
import { section } from '../../support/screens/sections.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const ROBIN = 2;
beforeEach(async () => {
  await endLeases();
  await server.database
    .sql`update users set unit = 1, is_current_user = true, is_manager = false where id = ${ROBIN}`;
});

const edit = (body: object) => server.call('PUT', `/users/${ROBIN}`, { as: manager, body });
const onServer = async () =>
  (await server.call('GET', '/users', { as: manager })).json<ListedUser[]>().find(({ id }) => id === ROBIN);
const TITLE = 'End of access of Robin Hale';
const step = async () => within((await screen.findByText('Nobody is listed in the home')).closest('li')!);

/** The access of who leaves is ended at the steps of the move-out, without a connection. */
async function endOffline(): Promise<App> {
  const { id } = await begin();
  const ends = addDays(communityDay(), 10);
  await server.call('PUT', `/leases/${id}/last-day`, { as: manager, body: { ends } });
  const app = await open(`/admin/lease/${id}`);
  await step();
  app.network.offline = true;
  await press(app, 'End access of Robin Hale');
  const dialog = within(await screen.findByRole('dialog', { name: 'End Access' }));
  await choose(app, 'What ends', 'Living in the home and signing in');
  await app.user.click(dialog.getByRole('button', { name: 'End Access' }));
  await modalClosed();
  return app;
}

test('the access of who leaves is ended without a connection, is an unsent step of the move-out, and ends once', async () => {
  const app = await endOffline();
  await card(TITLE);
  expect(await (await step()).findByText('Unsent')).toBeVisible();
  expect((await step()).getByRole('img', { name: 'Done' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'End access of Robin Hale' })).toBeNull();
  app.reconnect();
  await until(() => screen.queryByText(TITLE) === null);
  expect(await onServer()).toMatchObject({ unit: null, is_current_user: false });
  expect(await screen.findByText('Robin Hale cannot sign in any more.')).toBeVisible();
});

test.each([
  { chosen: 'ended all the same', button: 'End Access', unit: null },
  { chosen: 'kept', button: 'Keep Access', unit: 1 },
])(
  'an access that somebody else opened again meanwhile is asked about, and $chosen',
  async ({ button, unit }) => {
    const app = await endOffline();
    await edit({ unit: null });
    await edit({ unit: 1 });
    app.reconnect();
    await screen.findByText(
      /^Somebody else changed this meanwhile: they are listed in Unit 101, Maple Court/,
    );
    expect(await (await step()).findByText('Needs attention')).toBeVisible();
    expect(await onServer()).toMatchObject({ unit: 1, is_current_user: true });
    await press(app, button);
    const question = screen.queryByRole('alertdialog');
    if (question) await app.user.click(within(question).getByRole('button', { name: button }));
    await until(() => screen.queryByText(TITLE) === null);
    expect(await onServer()).toMatchObject({ unit, is_current_user: unit !== null });
  },
);

test('the person’s page and the list of users say that the end of an access is unsent, and it is edited and discarded', async () => {
  const app = await openApp(server, { at: `/admin/person/${ROBIN}`, as: 'manager' });
  await section('Contact');
  app.network.offline = true;
  await press(app, 'End Access');
  await choose(app, 'What ends', 'Living in the home');
  const dialog = within(screen.getByRole('dialog', { name: 'End Access' }));
  await app.user.click(dialog.getByRole('button', { name: 'End Access' }));
  await modalClosed();
  expect((await section('Contact')).getByText('End of access: unsent')).toBeVisible();
  const unsent = await card(TITLE);
  expect(unsent.getByText('They leave Unit 101, Maple Court and can still sign in.')).toBeVisible();
  await app.user.click(unsent.getByRole('button', { name: 'Edit' }));
  await choose(app, 'What ends', 'Living in the home and signing in');
  const again = within(screen.getByRole('dialog', { name: 'End Access' }));
  await app.user.click(again.getByRole('button', { name: 'End Access' }));
  await modalClosed();
  await screen.findByText('They leave Unit 101, Maple Court and cannot sign in any more.');

  app.go('/admin/manage-users');
  expect(await screen.findByText('End of access: unsent')).toBeVisible();
  app.go(`/admin/person/${ROBIN}`);
  await app.user.click((await card(TITLE)).getByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('alertdialog'));
  await app.user.click(question.getByRole('button', { name: 'Discard' }));
  await until(() => screen.queryByText(TITLE) === null);
  app.reconnect();
  expect(await screen.findByRole('button', { name: 'End Access' })).toBeVisible();
  expect(await onServer()).toMatchObject({ unit: 1, is_current_user: true });
});

test('an end of access that is agreed for another home says that home, also where it is edited', async () => {
  const app = await endOffline();
  await edit({ unit: 2 });
  app.reconnect();
  await screen.findByText(/^Somebody else changed this meanwhile: they are listed in Unit 102, Maple Court/);
  app.network.offline = true;
  const unsent = await card(TITLE);
  await app.user.click(unsent.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End Access' }));
  await dialog.findByText(/^They leave Unit 102, Maple Court and cannot sign in any more\. /);
  await app.user.keyboard('{Escape}');
  await modalClosed();
  await app.user.click((await card(TITLE)).getByRole('button', { name: 'End Access' }));
  await until(() => screen.queryByText(/^Somebody else changed this meanwhile/) === null);
  expect(
    (await card(TITLE)).getByText('They leave Unit 102, Maple Court and cannot sign in any more.'),
  ).toBeVisible();
});

const MANAGER_TEXT = 'Robin Hale is a manager, whom two people remove in Manage Users.';

test('the steps of a move-out say of a tenant who is a manager why their access is not ended there', async () => {
  const { id } = await begin();
  await server.call('PUT', `/leases/${id}/last-day`, {
    as: manager,
    body: { ends: addDays(communityDay(), 10) },
  });
  await edit({ isManager: true });
  await open(`/admin/lease/${id}`);
  expect(await (await step()).findByText(MANAGER_TEXT)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'End access of Robin Hale' })).toBeNull();
});

test('the end of access of who became a manager meanwhile is discarded, and no form is offered that does not open', async () => {
  const app = await endOffline();
  await edit({ isManager: true });
  app.reconnect();
  await screen.findByText('This person is a manager, whom two people remove in Manage Users.');
  await until(() => screen.queryByRole('button', { name: 'Edit' }) === null);
  await app.user.click((await card(TITLE)).getByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('alertdialog'));
  await app.user.click(question.getByRole('button', { name: 'Discard' }));
  await until(() => screen.queryByText(TITLE) === null);
  expect(await onServer()).toMatchObject({ unit: 1, is_current_user: true, is_manager: true });
});
