import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

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

const onServer = () =>
  server.database.sql<{ announcement: string; status: string }>`
    select announcement, status from announcements order by id`;
const board = () => openApp(server, { at: '/announcements', as: 'resident' });
const card = async (text: string) => (await screen.findByText(text)).closest('article')!;

/** The signal is gone, and a request has found that out: what is written from now on cannot have arrived. */
async function loseSignal(app: App): Promise<void> {
  // An answer that is still on its way would make the phone believe in its signal.
  await until(() => app.network.requests.every(({ status }) => status !== undefined));
  await new Promise((resolve) => setTimeout(resolve, 50));
  app.network.offline = true;
  const { markOffline } = await import('../../../src/api/connection.ts');
  act(markOffline);
}

async function openSuggestion({ user }: App): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Suggest a Post' }));
  const dialog = await screen.findByRole('dialog', { name: 'Suggest an Announcement' });
  await within(dialog).findByLabelText('Message');
  return dialog;
}

async function suggest(app: App, text: string): Promise<void> {
  const dialog = await openSuggestion(app);
  await app.user.type(within(dialog).getByLabelText('Message'), text);
  await app.user.click(within(dialog).getByRole('button', { name: 'Submit for Review' }));
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

test('a submitted suggestion is confirmed for five seconds and shown to its author as pending', async () => {
  const app = await board();
  await suggest(app, 'Bike for sale');
  const done = 'Your announcement has been submitted for review!';
  expect(await screen.findByText(done)).toBeInTheDocument();
  const shownAt = Date.now();
  await until(() => screen.queryByRole('dialog') === null);
  expect(await onServer()).toEqual([{ announcement: 'Bike for sale', status: 'pending' }]);
  expect(within(await card('Bike for sale')).getByText('Pending Review')).toBeInTheDocument();
  await expect.poll(() => screen.queryByText(done), { timeout: 15_000 }).toBeNull();
  expect(Date.now() - shownAt).toBeGreaterThan(4000);
});

test('whoever goes on while a suggestion is being sent stays where they went', async () => {
  const app = await board();
  let deliver: () => void = () => undefined;
  app.network.before = ({ method }) =>
    method === 'POST' ? new Promise((resolve) => (deliver = resolve)) : undefined;
  await suggest(app, 'Potluck');
  await until(() => app.network.sent().length === 1);
  await app.user.click(screen.getByRole('link', { name: 'Maintenance', hidden: true }));
  await app.user.click(await screen.findByRole('button', { name: '+ New Request' }));
  expect(await screen.findByLabelText('Issue')).toBeVisible();
  deliver();
  const { database } = await import('../../../src/offline/engine/database.ts');
  await waitFor(async () => expect(await database.outbox.count()).toBe(0));
  // What would lead back follows what was sent.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(app.path()).toBe('/maintenance?new=1');
});

test('a blank message is refused at its field, and nothing is sent', async () => {
  const app = await board();
  await suggest(app, '   ');
  expect(await screen.findByText('Please enter a message for your announcement.')).toBeInTheDocument();
  expect(screen.getByLabelText('Message')).toHaveFocus();
  expect(app.network.sent()).toEqual([]);
});

test('Cancel, Escape and × close the suggestion’s form, and its draft is restored', async () => {
  const app = await board();
  const dialog = await openSuggestion(app);
  await app.user.type(within(dialog).getByLabelText('Message'), 'Bike for');
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await until(() => screen.queryByRole('dialog') === null);

  await openSuggestion(app);
  expect(screen.getByText('We kept what you wrote.')).toBeInTheDocument();
  expect(screen.getByLabelText('Message')).toHaveValue('Bike for');
  await app.user.keyboard('{Escape}');
  await until(() => screen.queryByRole('dialog') === null);

  await openSuggestion(app);
  await app.user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByLabelText('Message')).toHaveValue('');
  await app.user.click(screen.getByRole('button', { name: 'Close' }));
  await until(() => screen.queryByRole('dialog') === null);
});

test('the draft of a suggestion is restored after the app was killed', async () => {
  const app = await board();
  const dialog = await openSuggestion(app);
  await app.user.type(within(dialog).getByLabelText('Message'), 'Half a thou');
  app.close();
  await openSuggestion(await board());
  expect(screen.getByLabelText('Message')).toHaveValue('Half a thou');
});

test('a suggestion written offline is shown as unsent, can be edited, and is sent later', async () => {
  const app = await board();
  await screen.findByText('No announcements yet.');
  await loseSignal(app);
  await suggest(app, 'Bike for sale');
  expect(
    await screen.findByText('Saved on this device. It will be sent when you are back online.'),
  ).toBeInTheDocument();
  const waiting = within(await card('Bike for sale'));
  expect(waiting.getByText('Waiting to send')).toBeInTheDocument();
  expect(await onServer()).toEqual([]);

  await app.user.click(waiting.getByRole('button', { name: 'Edit' }));
  const message = await screen.findByLabelText('Message');
  expect(message).toHaveValue('Bike for sale');
  await app.user.type(message, ', red');
  await app.user.click(screen.getByRole('button', { name: 'Submit for Review' }));
  await screen.findByText('Bike for sale, red');

  app.network.offline = false;
  window.dispatchEvent(new Event('online'));
  await until(async () => (await onServer()).length === 1);
  expect(await onServer()).toEqual([{ announcement: 'Bike for sale, red', status: 'pending' }]);
  expect(await screen.findByText('Pending Review')).toBeInTheDocument();
});

test('an unsent suggestion can be discarded after confirmation', async () => {
  const app = await board();
  await screen.findByText('No announcements yet.');
  await loseSignal(app);
  await suggest(app, 'Bike for sale');
  const waiting = within(await card('Bike for sale'));
  await app.user.click(waiting.getByRole('button', { name: 'Discard' }));
  const question = await screen.findByRole('alertdialog', { name: 'Discard this suggestion?' });
  await app.user.click(within(question).getByRole('button', { name: 'Discard' }));
  await until(() => screen.queryByText('Bike for sale') === null);
});

test('a suggestion that may have arrived says that it cannot be edited, and is stored once', async () => {
  const app = await board();
  await screen.findByText('No announcements yet.');
  app.network.fail(/submit/, 'answer lost');
  app.network.fail(/health/, 'refused', 'refused', 'refused', 'refused', 'refused', 'refused');
  await suggest(app, 'Bike for sale');
  const waiting = within(await card('Bike for sale'));
  expect(await waiting.findByText(/It may have arrived already/)).toBeInTheDocument();
  expect(waiting.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();

  app.network.reset();
  await app.user.click(waiting.getByRole('button', { name: 'Try now' }));
  await screen.findByText('Pending Review');
  expect(await onServer()).toHaveLength(1);
});

test.each([
  ['This is not for the board.', 'This is not for the board.'],
  ['', 'An error occurred.'],
])(
  'a suggestion refused with "%s" says inline "%s", and can be sent again from there',
  async (words, said) => {
    const app = await board();
    app.network.fail(/submit/, { status: 400, body: { message: words, error: words, code: 'invalid' } });
    await suggest(app, 'Bike for sale');
    await until(() => screen.queryByRole('dialog')?.textContent.includes(said) ?? false);
    const message = await screen.findByLabelText('Message');
    expect(message).toHaveValue('Bike for sale');
    await app.user.clear(message);
    await app.user.type(message, 'Bike to give away');
    await app.user.click(screen.getByRole('button', { name: 'Submit for Review' }));
    expect(await screen.findByText('Your announcement has been submitted for review!')).toBeInTheDocument();
    expect(await onServer()).toEqual([{ announcement: 'Bike to give away', status: 'pending' }]);
  },
);

test('the outbox lists a suggestion and links to its form', async () => {
  const app = await board();
  await screen.findByText('No announcements yet.');
  await loseSignal(app);
  await suggest(app, 'Bike for sale');
  await app.user.click(await screen.findByRole('link', { name: /1 waiting to send/ }));
  const item = within(
    (await screen.findByRole('heading', { name: 'Suggestion for the community board' })).closest('article')!,
  );
  expect(item.getByText('Bike for sale')).toBeInTheDocument();
  await app.user.click(item.getByRole('link', { name: 'Edit' }));
  expect(await screen.findByLabelText('Message')).toHaveValue('Bike for sale');
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
  expect(await screen.findByText(/As of \d{1,2}:\d\d [AP]M/)).toBeInTheDocument();
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
