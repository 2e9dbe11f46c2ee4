import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { openApp, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { post, onServer, manage, card, closed } from '../../support/screens/announcements/manage.ts';

const HARBOR = 2;

beforeEach(async () => {
  await server.database.sql`delete from announcements`;
});

const forProperties = async (text: string, ids: number[]) => {
  await post(text);
  await server.database
    .sql`update announcements set property_ids = ${ids}::int[] where announcement = ${text}`;
};

/** What the address says, in whichever order. */
const asked = (app: App) => Object.fromEntries(new URL(app.path(), 'http://x').searchParams);

/** The texts that are listed, from the top. */
const listed = () =>
  within(screen.getByRole('list', { name: 'Announcements' }))
    .getAllByRole('article')
    .map((each) => each.querySelector('p.whitespace-pre-wrap')?.textContent);

test('an announcement is for everyone, or for the properties that management chooses', async () => {
  const app = await manage();
  await app.user.click(await screen.findByRole('button', { name: 'New Announcement' }));
  const dialog = within(await screen.findByRole('dialog'));
  await app.user.type(await dialog.findByLabelText('Message'), 'The lift is repaired.');
  expect(await dialog.findByLabelText('For')).toHaveDisplayValue('Everyone');
  await app.user.selectOptions(dialog.getByLabelText('For'), 'Chosen properties');
  await app.user.click(dialog.getByRole('button', { name: 'Create Announcement' }));
  expect(await dialog.findByText('Please choose a property.')).toBeVisible();
  await app.user.click(dialog.getByRole('checkbox', { name: 'Harbor House' }));
  await app.user.click(dialog.getByRole('button', { name: 'Create Announcement' }));
  await closed();
  expect((await onServer())[0]?.property_ids).toEqual([HARBOR]);
  (await card('The lift is repaired.')).getByText('For Harbor House');

  // An edit of its words leaves whom it is for, and it can be given to everyone.
  await app.user.click((await card('The lift is repaired.')).getByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog'));
  expect(await edit.findByRole('checkbox', { name: 'Harbor House' })).toBeChecked();
  await app.user.selectOptions(edit.getByLabelText('For'), 'Everyone');
  await app.user.click(edit.getByRole('button', { name: 'Save Changes' }));
  await closed();
  await waitFor(() => expect(screen.queryByText('For Harbor House')).toBeNull());
  expect((await onServer())[0]?.property_ids).toBeNull();
});

test('an announcement whose properties were deleted says that nobody reads it', async () => {
  await forProperties('Nobody is here.', []);
  await manage();
  (await card('Nobody is here.')).getByText('For nobody: its properties were deleted');
});

test('management finds announcements by words and by whom they are for, and finds them so after a reload', async () => {
  await forProperties('The lift is repaired.', [HARBOR]);
  await forProperties('The roof is repaired.', [1, HARBOR]);
  await post('The pool opens.');
  const app = await manage();
  await card('The pool opens.');
  await app.user.selectOptions(await screen.findByLabelText('For'), 'Harbor House');
  await waitFor(() => expect(listed()).toHaveLength(2));
  await app.user.type(screen.getByLabelText('Search announcements'), 'LIFT');
  await waitFor(() => expect(listed()).toEqual(['The lift is repaired.']));
  await waitFor(() => expect(asked(app)).toEqual({ property: '2', search: 'LIFT' }));
  // What is opened above the list leaves what is asked of it.
  await app.user.click(screen.getByRole('button', { name: 'Edit' }));
  await screen.findByRole('dialog');
  expect(asked(app)).toEqual({ property: '2', search: 'LIFT', edit: expect.any(String) as string });
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await closed();
  expect(asked(app)).toEqual({ property: '2', search: 'LIFT' });
  const at = app.path();
  app.close();
  const again = await openApp(server, { at, as: 'manager' });
  await waitFor(() => expect(listed()).toEqual(['The lift is repaired.']));
  expect(screen.getByLabelText('Search announcements')).toHaveValue('LIFT');
  await waitFor(() => expect(screen.getByLabelText('For')).toHaveDisplayValue('Harbor House'));
  await again.user.selectOptions(screen.getByLabelText('For'), 'Everyone');
  await screen.findByText('No announcements match the current filter.');
  await again.user.clear(screen.getByLabelText('Search announcements'));
  await waitFor(() => expect(listed()).toEqual(['The pool opens.']));
});

test('what is for another property is not on the board, and leaves it when its reader moves, also offline', async () => {
  await forProperties('The lift is repaired.', [HARBOR]);
  await forProperties('The gate is repaired.', [1]);
  const app = await openApp(server, { at: '/announcements', as: 'resident' });
  await screen.findByText('The gate is repaired.');
  expect(screen.queryByText('The lift is repaired.')).toBeNull();
  app.close();
  await server.database.sql`update users set unit = 4 where username = 'resident'`;
  onTestFinished(async () => {
    await server.database.sql`update users set unit = 1 where username = 'resident'`;
  });
  const moved = await openApp(server, { at: '/announcements', as: 'resident' });
  await screen.findByText('The lift is repaired.');
  await waitFor(() => expect(screen.queryByText('The gate is repaired.')).toBeNull());
  moved.network.offline = true;
  moved.go('/profile');
  await screen.findByRole('heading', { name: 'Profile', level: 1 });
  moved.go('/announcements');
  await screen.findByText('The lift is repaired.');
  expect(screen.queryByText('The gate is repaired.')).toBeNull();
});
