import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { until, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { board, card } from '../../support/screens/announcements/board.ts';

beforeEach(async () => {
  await server.database.sql`delete from announcements`;
});

const onServer = () =>
  server.database.sql<{ announcement: string; status: string }>`
    select announcement, status from announcements order by id`;

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
  expect(waiting.getByText('Unsent')).toBeInTheDocument();
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
  app.network.fail(/submit/, 'line lost');
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
  await app.user.click(await screen.findByRole('link', { name: /1 unsent/ }));
  const item = within(
    (await screen.findByRole('heading', { name: 'Suggestion for the community board' })).closest('article')!,
  );
  expect(item.getByText('Bike for sale')).toBeInTheDocument();
  await app.user.click(item.getByRole('link', { name: 'Edit' }));
  expect(await screen.findByLabelText('Message')).toHaveValue('Bike for sale');
});
