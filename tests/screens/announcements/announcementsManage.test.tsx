import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { Announcement } from '../../../contract/announcements/announcement.ts';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const ROBIN = 2;

beforeEach(async () => {
  await server.database.sql`delete from announcements`;
});

async function post(text: string, more: { status?: string; publishAt?: string | null; by?: number } = {}) {
  const { status = 'approved', publishAt = '2026-02-03T17:00:00Z', by = 1 } = more;
  await server.database.sql`
    insert into announcements (user_id, announcement, announcement_type, status, publish_at)
    values (${by}, ${text}, 'General', ${status}, ${publishAt})`;
}
const suggestion = (text: string) => post(text, { status: 'pending', publishAt: null, by: ROBIN });

async function onServer(): Promise<Announcement[]> {
  const as = await server.token('manager');
  return (await server.call('GET', '/announcements', { as })).json<Announcement[]>();
}

const manage = () => openApp(server, { at: '/admin/announcements', as: 'manager' });
const card = async (text: string) => within((await screen.findByText(text)).closest('article')!);

async function answer(app: App, question: string, choice: string): Promise<void> {
  const dialog = await screen.findByRole('alertdialog', { name: question });
  await app.user.click(within(dialog).getByRole('button', { name: choice }));
}

async function openNew({ user }: App) {
  await user.click(await screen.findByRole('button', { name: 'New Announcement' }));
  return screen.findByLabelText('Message');
}

const create = () => screen.getByRole('button', { name: 'Create Announcement' });
const closed = () => until(() => screen.queryByRole('dialog') === null);

test('a card shows author, date, status and text, and only pending ones can be approved or rejected', async () => {
  await post('The pool opens.');
  await suggestion('Bike for sale');
  await manage();
  const published = await card('The pool opens.');
  expect(published.getByText('Posted by Morgan Reyes')).toBeInTheDocument();
  expect(published.getByText('February 3, 2026')).toBeInTheDocument();
  expect(published.getByText('Approved')).toBeInTheDocument();
  expect(published.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  expect(published.queryByRole('button', { name: 'Reject' })).not.toBeInTheDocument();

  const pending = await card('Bike for sale');
  expect(pending.getByText('Posted by Robin Hale')).toBeInTheDocument();
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
  await user.click(screen.getByRole('button', { name: 'Pending Review' }));
  expect(screen.getByText('Bike for sale')).toBeInTheDocument();
  expect(screen.queryByText('The pool opens.')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Approved' }));
  expect(screen.getByText('The pool opens.')).toBeInTheDocument();
  expect(screen.queryByText('Bike for sale')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Rejected' }));
  expect(screen.getByText('No announcements match the current filter.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'All' }));
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

test('a new announcement without a publish time is published at once', async () => {
  const app = await manage();
  const message = await openNew(app);
  expect(within(screen.getByLabelText('Type')).getAllByRole('option')).toHaveLength(4);
  await app.user.selectOptions(screen.getByLabelText('Type'), 'Community Event');
  await app.user.type(message, 'Potluck on Saturday');
  await app.user.click(create());
  expect(await screen.findByText('Announcement updated successfully!')).toBeInTheDocument();
  await closed();
  const [made] = await onServer();
  expect(made).toMatchObject({
    announcement: 'Potluck on Saturday',
    announcement_type: 'Community',
    status: 'approved',
  });
  expect(Date.parse(made!.publish_at!)).toBeLessThanOrEqual(Date.now());
});

test('a publish time is sent as chosen, and a past one is refused at its field', async () => {
  const app = await manage();
  await app.user.type(await openNew(app), 'Movie night');
  const schedule = screen.getByLabelText<HTMLInputElement>('Schedule (optional)');
  expect(Math.abs(new Date(schedule.min).getTime() - Date.now())).toBeLessThan(90_000);

  await app.user.type(schedule, '2020-05-01T19:00');
  await app.user.click(create());
  expect(
    await screen.findByText('Please choose a publish time that is not in the past.'),
  ).toBeInTheDocument();
  expect(app.network.sent()).toEqual([]);

  await app.user.clear(schedule);
  await app.user.type(schedule, '2099-05-01T19:00');
  await app.user.click(create());
  await closed();
  const [made] = await onServer();
  expect(made!.publish_at).toBe(new Date('2099-05-01T19:00').toISOString());
});

test('choosing the current minute publishes an announcement at once', async () => {
  const app = await manage();
  await app.user.type(await openNew(app), 'Right away');
  const schedule = screen.getByLabelText<HTMLInputElement>('Schedule (optional)');
  await app.user.type(schedule, schedule.min);
  await app.user.click(create());
  await closed();
  expect(await onServer()).toMatchObject([{ announcement: 'Right away' }]);
});

test('a blank message is refused at its field', async () => {
  const app = await manage();
  await app.user.type(await openNew(app), '   ');
  await app.user.click(create());
  expect(await screen.findByText('Announcement message is required.')).toBeInTheDocument();
  expect(app.network.sent()).toEqual([]);
});

test('an edit starts with the current values, keeps a past publish time, and is saved', async () => {
  await post('The pol opens.');
  const app = await manage();
  await app.user.click((await card('The pol opens.')).getByRole('button', { name: 'Edit' }));
  const message = await screen.findByLabelText('Message');
  expect(message).toHaveValue('The pol opens.');
  await app.user.clear(message);
  await app.user.type(message, 'The pool opens.');
  await app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Announcement updated successfully!')).toBeInTheDocument();
  expect(await onServer()).toMatchObject([
    { announcement: 'The pool opens.', publish_at: '2026-02-03T17:00:00.000Z' },
  ]);
});

test('an edit that does not change the publish time keeps it to the second', async () => {
  await post('Movie nite', { publishAt: '2099-05-01T14:00:30Z' });
  const app = await manage();
  await app.user.click((await card('Movie nite')).getByRole('button', { name: 'Edit' }));
  await app.user.type(await screen.findByLabelText('Message'), '!');
  await app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await closed();
  expect(await onServer()).toMatchObject([
    { announcement: 'Movie nite!', publish_at: '2099-05-01T14:00:30.000Z' },
  ]);
});

test.each([
  [{ message: 'The office has closed the board.' }, 'The office has closed the board.'],
  [{ body: { message: '', error: '', code: 'conflict' } }, 'An error occurred while saving.'],
])('a save that is refused says so in the form, which stays as it is: %j', async (refusal, said) => {
  const app = await manage();
  const message = await openNew(app);
  await app.user.type(message, 'Potluck');
  app.network.fail(/POST \/announcements/, { status: 409, ...refusal });
  await app.user.click(create());
  expect(await screen.findByText(said)).toBeInTheDocument();
  expect(message).toHaveValue('Potluck');
  expect(create()).toBeEnabled();
});

test('an announcement whose answer was lost is stored once, however often the form is sent', async () => {
  const app = await manage();
  await app.user.type(await openNew(app), 'Potluck');
  app.network.fail(/POST \/announcements/, 'answer lost');
  await app.user.click(create());
  expect(
    await screen.findByText(/^An error occurred while saving. There is no connection/),
  ).toBeInTheDocument();
  // The server is looked for every few seconds, and saving is offered again once it is there.
  const { markOnline } = await import('../../../src/api/connection.ts');
  act(markOnline);
  await app.user.click(create());
  await closed();
  expect(await onServer()).toHaveLength(1);
});

test('offline the form of an announcement says so before anything is typed, and keeps the draft', async () => {
  await post('The pool opens.');
  const app = await manage();
  await screen.findByText('The pool opens.');
  app.network.offline = true;
  const { markOffline, markOnline } = await import('../../../src/api/connection.ts');
  act(markOffline);
  expect(screen.getByText(/You need a connection to change announcements/)).toBeInTheDocument();
  expect((await card('The pool opens.')).getByRole('button', { name: 'Delete' })).toBeDisabled();

  const message = await openNew(app);
  expect(screen.getByText(/You need a connection to save this/)).toBeInTheDocument();
  expect(create()).toBeDisabled();
  await app.user.type(message, 'Potluck');
  await app.user.keyboard('{Escape}');
  await closed();

  app.network.offline = false;
  act(markOnline);
  expect(await openNew(app)).toHaveValue('Potluck');
  await app.user.click(create());
  await closed();
  expect(await onServer()).toHaveLength(2);
});

test('the form closes on Escape, ×, Cancel and a click beside it', async () => {
  const app = await manage();
  const ways = [
    () => app.user.keyboard('{Escape}'),
    () => app.user.click(screen.getByRole('button', { name: 'Close' })),
    () => app.user.click(screen.getByRole('button', { name: 'Cancel' })),
    () => app.user.click(screen.getByRole('dialog')),
  ];
  for (const close of ways) {
    await openNew(app);
    await close();
    await closed();
  }
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
