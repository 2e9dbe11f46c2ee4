import { screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { board, card } from '../../support/screens/announcements/board.ts';

const ROBIN = 2;
const NOOR = 3;

beforeEach(async () => {
  await server.database.sql`delete from announcements`;
});

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

interface Post {
  text: string;
  by?: number;
  type?: string;
  status?: string;
  publishAt?: string | null;
}

async function post({ text, by = 1, type = 'General', status = 'approved', publishAt = daysAgo(1) }: Post) {
  await server.database.sql`
    insert into announcements (user_id, announcement, announcement_type, status, publish_at)
    values (${by}, ${text}, ${type}, ${status}, ${publishAt})`;
}

test('each card shows type, publish date, text and author', async () => {
  await post({ text: 'Potluck on Saturday', type: 'Community', publishAt: '2026-02-03T17:00:00Z' });
  await board();
  const shown = within(await card('Potluck on Saturday'));
  expect(shown.getByRole('heading', { name: 'Community Event' })).toBeInTheDocument();
  expect(shown.getByText('February 3, 2026')).toBeInTheDocument();
  expect(shown.getByText('Posted by Morgan Reyes')).toBeInTheDocument();
});

test('cards are styled by their type', async () => {
  await post({ text: 'General news' });
  await post({ text: 'No water', type: 'Urgent' });
  await post({ text: 'New filters', type: 'Maintenance' });
  await post({ text: 'Potluck', type: 'Community' });
  await board();
  const looks = await Promise.all(
    ['General news', 'No water', 'New filters', 'Potluck'].map(async (text) => (await card(text)).className),
  );
  expect(new Set(looks).size).toBe(4);
  expect(looks[1]).toContain('border-danger');
});

test('only the newest 15 are shown', async () => {
  for (let day = 1; day <= 16; day += 1) await post({ text: `News of day ${day}`, publishAt: daysAgo(day) });
  await board();
  const list = await screen.findByRole('list', { name: 'Announcements' });
  const texts = within(list)
    .getAllByRole('article')
    .map((each) => /News of day \d+/.exec(each.textContent)?.[0]);
  expect(texts).toHaveLength(15);
  expect(texts[0]).toBe('News of day 1');
  expect(texts).not.toContain('News of day 16');
});

test('a board without announcements says so', async () => {
  await board();
  expect(await screen.findByText('No announcements yet.')).toBeInTheDocument();
});

test('the board shows that it is loading, and an error that can be tried again', async () => {
  await post({ text: 'Hello' });
  const app = await board();
  const mend = app.network.failAll(/GET \/announcements/, {
    status: 500,
    message: 'Something went wrong on our side.',
  });
  expect(await screen.findByText('Loading...')).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error loading announcements: Something went wrong on our side.',
  );
  mend();
  await app.user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Hello')).toBeInTheDocument();
});

test('the author sees the status of their own suggestions, and no others', async () => {
  await post({ text: 'Couch!!!', by: ROBIN, status: 'rejected', publishAt: null });
  await post({ text: 'Garage sale', by: ROBIN, publishAt: '2099-05-01T14:00:00Z' });
  await post({ text: 'Not yet for Robin', by: NOOR, status: 'pending', publishAt: null });
  await board();
  expect(
    within(await card('Couch!!!')).getByText('Management decided not to share this.'),
  ).toBeInTheDocument();
  expect(await card('Garage sale')).toHaveTextContent(
    /It will be shared on May 1, 2099, \d{1,2}:\d\d [AP]M\./,
  );
  expect(screen.queryByText('Not yet for Robin')).not.toBeInTheDocument();
  expect(screen.getByText('No announcements yet.')).toBeInTheDocument();
});

test('a manager’s board shows what residents see, without pending suggestions', async () => {
  await post({ text: 'Shared' });
  await post({ text: 'Scheduled', publishAt: '2099-05-01T14:00:00Z' });
  await post({ text: 'Suggested', by: ROBIN, status: 'pending', publishAt: null });
  await openApp(server, { at: '/announcements', as: 'manager' });
  expect(await screen.findByText('Shared')).toBeInTheDocument();
  expect(screen.queryByText('Scheduled')).not.toBeInTheDocument();
  expect(screen.queryByText('Suggested')).not.toBeInTheDocument();
});

test('the board can be read offline, with the time of its data', async () => {
  await post({ text: 'Potluck on Saturday' });
  const app = await board();
  await screen.findByText('Potluck on Saturday');
  app.close();
  const again = await board();
  again.network.offline = true;
  expect(await screen.findByText('Potluck on Saturday')).toBeInTheDocument();
  expect(await screen.findByText(/saved \d{1,2}:\d\d [AP]M/)).toBeInTheDocument();
});

test('a type in another case is shown as its type, and an unknown one does not cost the list', async () => {
  const posts = ['URGENT', 'community', 'Event'].map((announcement_type, index) => ({
    ...{ id: index + 1, user_id: 1, announcement: `Post ${index + 1}`, announcement_type },
    ...{
      publish_at: daysAgo(1),
      status: 'approved',
      first_name: 'Mo',
      last_name: 'Reed',
      created_with: null,
    },
    ...{ created_at: daysAgo(1), updated_at: daysAgo(1) },
  }));
  const app = await openApp(server, { at: '/contact', as: 'resident' });
  app.network.failAll(/GET \/announcements/, { status: 200, body: posts });
  await app.user.click(await screen.findByRole('link', { name: 'Announcements' }));
  within(await card('Post 1')).getByText('Urgent');
  within(await card('Post 2')).getByText('Community Event');
  within(await card('Post 3')).getByText('Event');
});
