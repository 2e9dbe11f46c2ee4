import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { post, onServer, manage, card, closed } from '../../support/screens/announcements/manage.ts';

beforeEach(async () => {
  await server.database.sql`delete from announcements`;
});

async function openNew({ user }: App) {
  await user.click(await screen.findByRole('button', { name: 'New Announcement' }));
  return screen.findByLabelText('Message');
}

const create = () => screen.getByRole('button', { name: 'Create Announcement' });

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
  app.network.fail(/POST \/announcements/, 'line lost');
  await app.user.click(create());
  expect(
    await screen.findByText(/^An error occurred while saving. There is no connection/),
  ).toBeInTheDocument();
  app.reconnect();
  expect(await screen.findByText('The connection is back. Please send this again.')).toBeInTheDocument();
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
