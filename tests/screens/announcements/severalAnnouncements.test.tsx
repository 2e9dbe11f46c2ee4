import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { post, onServer, manage, card } from '../../support/screens/announcements/manage.ts';
import type { App } from '../../support/screens/app.tsx';

const ROBIN = 2;

beforeEach(async () => {
  await server.database.sql`delete from announcements`;
  await post('The pool opens.');
  await suggestion('Bike for sale');
  await suggestion('Yard sale');
});
const suggestion = (text: string) => post(text, { status: 'pending', publishAt: null, by: ROBIN });
const tick = (words: string) => screen.getByRole('checkbox', { name: `Select “${words}”` });
const selected = () => within(screen.getByRole('region', { name: 'Selected' }));
const statuses = async () =>
  Object.fromEntries((await onServer()).map((each) => [each.announcement, each.status]));

async function answer(app: App, question: string, choice: string): Promise<void> {
  const dialog = await screen.findByRole('alertdialog', { name: question });
  await app.user.click(within(dialog).getByRole('button', { name: choice }));
}

test('several suggestions are approved at once, and what is published already is left as it is', async () => {
  const app = await manage();
  await card('Yard sale');
  await app.user.click(tick('Yard sale'));
  await app.user.click(selected().getByRole('button', { name: 'Select all 3' }));
  await app.user.click(selected().getByRole('button', { name: 'Approve 2' }));
  await answer(app, 'Approve these 2 posts?', 'Approve');
  await screen.findByText('2 announcements approved.');
  expect(await statuses()).toEqual({
    'The pool opens.': 'approved',
    'Bike for sale': 'approved',
    'Yard sale': 'approved',
  });
});

test('several are rejected at once', async () => {
  const app = await manage();
  await card('Yard sale');
  await app.user.click(tick('Yard sale'));
  await app.user.click(tick('Bike for sale'));
  await app.user.click(selected().getByRole('button', { name: 'Reject' }));
  await answer(app, 'Reject these 2 posts?', 'Reject');
  await screen.findByText('2 announcements rejected.');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected' })).toBeNull());
  expect(await statuses()).toMatchObject({ 'Bike for sale': 'rejected', 'Yard sale': 'rejected' });
});

test('several are deleted at once after a question, and where one fails it says how many are gone', async () => {
  const app = await manage();
  await card('Yard sale');
  await app.user.click(tick('Yard sale'));
  await app.user.click(tick('The pool opens.'));
  const pool = (await onServer()).find((each) => each.announcement === 'The pool opens.');
  const works = app.network.failAll(new RegExp(`^DELETE /announcements/${pool?.id}$`), {
    status: 503,
    message: 'The server is busy.',
  });
  await app.user.click(selected().getByRole('button', { name: 'Delete' }));
  await answer(app, 'Permanently delete these 2 posts?', 'Delete');
  await screen.findByText(/^1 of 2 announcements deleted\. The next one failed: /);
  expect(await onServer()).toHaveLength(2);
  works();
  selected().getByText('1 selected');
  await app.user.click(selected().getByRole('button', { name: 'Delete' }));
  await answer(app, 'Permanently delete this post?', 'Delete');
  await screen.findByText('1 announcement deleted.');
  expect(await onServer()).toHaveLength(1);
});
