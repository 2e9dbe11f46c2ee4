import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { Announcement } from '../../../contract/announcements/announcement.ts';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { savedFiles } from '../../support/screens/files.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { post, onServer, manage, card, closed } from '../../support/screens/announcements/manage.ts';

const ROBIN = 2;

beforeEach(async () => {
  await server.database.sql`delete from announcements`;
});
const suggestion = (text: string) => post(text, { status: 'pending', publishAt: null, by: ROBIN });

async function answer(app: App, question: string, choice: string): Promise<void> {
  const dialog = await screen.findByRole('alertdialog', { name: question });
  await app.user.click(within(dialog).getByRole('button', { name: choice }));
}

test('a card shows author, date, status and text, and only pending ones can be approved or rejected', async () => {
  await post('The pool opens.');
  await suggestion('Bike for sale');
  await manage();
  const published = await card('The pool opens.');
  expect(published.getByText(/^Posted by/)).toHaveTextContent('Posted by Morgan Reyes');
  expect(published.getByText('February 3, 2026')).toBeInTheDocument();
  expect(published.getByText('Approved')).toBeInTheDocument();
  expect(published.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  expect(published.queryByRole('button', { name: 'Reject' })).not.toBeInTheDocument();

  const pending = await card('Bike for sale');
  expect(pending.getByText(/^Posted by/)).toHaveTextContent('Posted by Robin Hale');
  expect(pending.getByText('Pending Review')).toBeInTheDocument();
  for (const name of ['Edit', 'Delete', 'Approve', 'Reject']) {
    expect(pending.getByRole('button', { name })).toBeInTheDocument();
  }
  expect(screen.getByText('1 suggestion waits for review.')).toBeInTheDocument();
});

test('a scheduled announcement shows its publish time', async () => {
  await post('Movie night', { publishAt: '2099-05-01T14:00:00Z' });
  await manage();
  expect((await card('Movie night')).getByText(/Scheduled for/)).toHaveTextContent(
    /Scheduled for May 1, 2099, \d{1,2}:\d\d [AP]M/,
  );
});

test('the filters show one status each, and say if nothing matches', async () => {
  await post('The pool opens.');
  await suggestion('Bike for sale');
  const { user } = await manage();
  await screen.findByText('The pool opens.');
  await user.click(screen.getByRole('button', { name: /^Pending Review/ }));
  expect(screen.getByText('Bike for sale')).toBeInTheDocument();
  expect(screen.queryByText('The pool opens.')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Approved/ }));
  expect(screen.getByText('The pool opens.')).toBeInTheDocument();
  expect(screen.queryByText('Bike for sale')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Rejected/ }));
  expect(screen.getByText('No announcements match the current filter.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^All/ }));
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

test.each([
  ['Approve', 'approved'],
  ['Reject', 'rejected'],
])('%s asks first, and then says that it is %s', async (button, status) => {
  await suggestion('Bike for sale');
  const app = await manage();
  await app.user.click((await card('Bike for sale')).getByRole('button', { name: button }));
  await answer(app, `Are you sure you want to ${status} this post?`, 'Cancel');
  expect(await onServer()).toMatchObject([{ status: 'pending' }]);

  await app.user.click((await card('Bike for sale')).getByRole('button', { name: button }));
  await answer(app, `Are you sure you want to ${status} this post?`, button);
  expect(await screen.findByText(`Announcement ${status} successfully!`)).toBeInTheDocument();
  expect(await onServer()).toMatchObject([{ status }]);
  const decided = await card('Bike for sale');
  await until(() => decided.queryByRole('button', { name: button }) === null);
});

test('a decision that another manager made first shows an error and the new status', async () => {
  await suggestion('Bike for sale');
  const app = await manage();
  const pending = await card('Bike for sale');
  await server.database.sql`update announcements set status = 'rejected'`;
  await app.user.click(pending.getByRole('button', { name: 'Approve' }));
  await answer(app, 'Are you sure you want to approved this post?', 'Approve');
  expect(
    await screen.findByText('Failed to approved announcement: This post is already rejected.'),
  ).toBeInTheDocument();
  await until(() => pending.queryByText('Rejected') !== null);
});

test('deleting an announcement asks for confirmation, and its success is shown for five seconds', async () => {
  await post('The pool opens.');
  const app = await manage();
  await app.user.click((await card('The pool opens.')).getByRole('button', { name: 'Delete' }));
  await answer(app, 'Are you sure you want to permanently delete this post?', 'Delete');
  const done = 'Announcement deleted successfully!';
  expect(await screen.findByText(done)).toBeInTheDocument();
  expect(await onServer()).toEqual([]);
  expect(screen.queryByText('The pool opens.')).not.toBeInTheDocument();
  // The button that was pressed is gone, and focus is where the outcome is said.
  await until(() => document.activeElement?.textContent === done);
  await expect.poll(() => screen.queryByText(done), { timeout: 15_000 }).toBeNull();
});

test('a failed deletion of an announcement shows the reason', async () => {
  await post('The pool opens.');
  const app = await manage();
  app.network.fail(/DELETE/, 'refused');
  await app.user.click((await card('The pool opens.')).getByRole('button', { name: 'Delete' }));
  await answer(app, 'Are you sure you want to permanently delete this post?', 'Delete');
  expect(
    await screen.findByText('Failed to delete announcement: There is no connection to Porchlight.'),
  ).toBeInTheDocument();
});

test('a resident who opens the management of announcements is redirected', async () => {
  await openApp(server, { at: '/admin/announcements', as: 'resident' });
  await until(() => screen.queryByRole('link', { name: 'Announcements' }) !== null);
  expect(screen.queryByRole('heading', { name: 'Manage Announcements' })).not.toBeInTheDocument();
});

test('the changes of an announcement are in its dialog, and those of deleted ones below the list', async () => {
  const as = await server.token('manager');
  const body = { announcement: 'The pool opens.', announcement_type: 'General', publish_at: null };
  const made = (await server.call('POST', '/announcements', { as, body })).json<Announcement>();
  await server.call('PUT', `/announcements/${made.id}`, {
    as,
    body: { announcement: 'The pool is open.', announcement_type: 'Community' },
  });
  const app = await manage();
  await app.user.click((await card('The pool is open.')).getByRole('button', { name: 'Edit' }));
  const modal = within(await screen.findByRole('dialog', { name: 'Edit Announcement' }));
  await app.user.click(await modal.findByText('Changes'));
  await modal.findByText('Message: The pool opens. → The pool is open.');
  modal.getByText('Type: General → Community Event');
  await app.user.click(modal.getByRole('button', { name: 'Cancel' }));
  await closed();

  await app.user.click((await card('The pool is open.')).getByRole('button', { name: 'Delete' }));
  await answer(app, 'Are you sure you want to permanently delete this post?', 'Delete');
  await screen.findByText('Announcement deleted successfully!');
  await app.user.click(screen.getByText('Changes'));
  const deleted = await screen.findByText((_, element) =>
    /^Morgan Reyes deleted “The pool is open.”/.test(element?.tagName === 'P' ? element.textContent : ''),
  );
  expect(deleted).toBeInTheDocument();
  expect(screen.getByText('Message: The pool is open. → nothing')).toBeInTheDocument();
});

test('the chips tell how many there are, the list stands as it is asked to, and the file has what is shown', async () => {
  const files = savedFiles();
  await post('The pool opens.');
  await suggestion('Bike for sale');
  const app = await manage();
  await card('Bike for sale');
  const chips = within(screen.getByRole('group', { name: 'Status' }));
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    ...['All2', 'Pending Review1', 'Approved1', 'Rejected0'],
  ]);
  const words = () => screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
  expect(words()).toEqual(['Select “Bike for sale”', 'Select “The pool opens.”']);
  await app.user.selectOptions(screen.getByLabelText('Sort by'), 'Oldest first');
  expect(words()).toEqual(['Select “The pool opens.”', 'Select “Bike for sale”']);
  expect(app.path()).toBe('/admin/announcements?sort=oldest');
  expect(screen.getByText('2 announcements')).toBeInTheDocument();
  await app.user.click(chips.getByRole('button', { name: /^Pending Review/ }));
  expect(screen.getByText('1 of 2 announcements')).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [, ...rows] = ((await files[0]?.text()) ?? '').trim().split('\r\n');
  expect(rows).toEqual([
    expect.stringMatching(/^"\d+","Pending Review","General","Everyone","Robin Hale","","Bike for sale"$/),
  ]);
});
