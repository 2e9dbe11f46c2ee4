import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { MOST_MESSAGES } from '../../../contract/messages/message.ts';
import { everythingSent, openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { started, threadsOf, wordsOf, written } from '../../support/server/messages/messages.ts';
import { manager, resident, server } from '../../support/server/world.ts';

beforeEach(async () => {
  await server.database.sql`delete from message_threads`;
  await server.database.sql`delete from attempts`;
});

const said = async () => within(await screen.findByRole('list', { name: 'Messages' }));

test('a resident writes to management without a connection, goes on writing, and both arrive once it is back', async () => {
  const app = await openApp(server, { at: '/messages', as: 'resident' });
  await screen.findByText('No messages yet.');
  app.network.offline = true;
  await app.user.click(screen.getByRole('button', { name: 'New Message' }));
  const dialog = within(await screen.findByRole('dialog'));
  await app.user.type(await dialog.findByLabelText('Message'), 'Is the pool open?');
  await app.user.click(dialog.getByRole('button', { name: 'Send Message' }));
  await screen.findByRole('link', { name: 'Back to Messages' });
  await (await said()).findByText('Unsent');
  await app.user.type(await screen.findByLabelText('Message'), 'And the sauna?');
  await app.user.click(screen.getByRole('button', { name: 'Send Message' }));
  await (await said()).findByText('And the sauna?');
  await waitFor(() => expect(screen.getByLabelText('Message')).toHaveValue(''));
  app.network.offline = false;
  await everythingSent();
  const [thread] = await threadsOf(manager);
  expect(await wordsOf(manager, thread!.uuid)).toEqual(['Is the pool open?', 'And the sauna?']);
});

test('a manager sees who waits, answers, and closes the conversation', async () => {
  const thread = await started(resident, 'Is the pool open?');
  const app = await openApp(server, { at: '/admin/messages', as: 'manager' });
  await app.user.click(await screen.findByText('Is the pool open?'));
  await screen.findByRole('link', { name: 'Robin Hale' });
  await app.user.type(await screen.findByLabelText('Message'), 'Until nine.');
  await app.user.click(screen.getByRole('button', { name: 'Send Message' }));
  await screen.findByText('Your message was sent.');
  await app.user.click(screen.getByRole('button', { name: 'Close Conversation' }));
  await screen.findByText('The conversation was closed.');
  await screen.findByText('This conversation is closed. A new message opens it again.');
  await everythingSent();
  expect(await wordsOf(resident, thread)).toEqual(['Is the pool open?', 'Until nine.', 'closed']);
});

test('what somebody opens is read, also where there is no connection, and what they did not open stays new', async () => {
  const thread = await started(manager, { text: 'Your parcel is here', user_id: 2 });
  await started(manager, { text: 'The pool is closed', user_id: 2 });
  const app = await openApp(server, { at: `/messages/${thread}`, as: 'resident' });
  await screen.findByText(/^Management,/);
  await waitFor(async () => expect((await threadsOf(resident)).map(({ unread }) => unread)).toEqual([1, 0]));
  app.network.offline = true;
  await app.user.click(screen.getByRole('link', { name: 'Back to Messages' }));
  expect(await screen.findByText('1 new')).toBeVisible();
});

test('a manager writes to the home whose page they look at, and each tenant reads it', async () => {
  const app = await openApp(server, { at: '/admin/messages?new=1&unit=1', as: 'manager' });
  const dialog = within(await screen.findByRole('dialog', { name: /^Message to / }));
  expect(await dialog.findByText('Everybody who lives there now reads it.')).toBeVisible();
  await app.user.type(await dialog.findByLabelText(/^Message/), 'The water is off at noon.');
  await app.user.click(dialog.getByRole('button', { name: 'Send Message' }));
  await screen.findByRole('link', { name: 'Back to Messages' });
  await (await said()).findByText('The water is off at noon.');
  await everythingSent();
  expect(await threadsOf(resident)).toMatchObject([{ unit_id: 1, last_text: 'The water is off at noon.' }]);
});

test('a message that is being written is there again when the conversation is opened again', async () => {
  const thread = await started(resident, 'Is the pool open?');
  const app = await openApp(server, { at: `/messages/${thread}`, as: 'resident' });
  await app.user.type(await screen.findByLabelText('Message'), 'Or is');
  await app.user.click(screen.getByRole('link', { name: 'Back to Messages' }));
  await app.user.click(await screen.findByRole('link', { name: /Is the pool open\?/ }));
  expect(await screen.findByDisplayValue('Or is')).toBeVisible();
});

test('a resident’s Today tells of what management wrote until it is read', async () => {
  const thread = await started(resident, 'Is the pool open?');
  await written(manager, thread, 'Until nine.');
  const app = await openApp(server, { at: '/dashboard/resident', as: 'resident' });
  await screen.findByText('Management wrote to you');
  await app.user.click(screen.getByRole('link', { name: 'Read' }));
  await screen.findByText(/^Management,/);
  await waitFor(async () => expect((await threadsOf(resident))[0]!.unread).toBe(0));
});

test('a message that the server refused is changed where it stands or from what is unsent, and sent again once', async () => {
  const thread = await started(resident, 'Is the pool open?');
  const app = await openApp(server, { at: `/messages/${thread}`, as: 'resident' });
  await (await said()).findByText('Is the pool open?');
  const reply = await screen.findByLabelText('Message');
  app.network.offline = true;
  await app.user.type(reply, 'And the suana?');
  await app.user.click(screen.getByRole('button', { name: 'Send Message' }));
  await (await said()).findByText('And the suana?');
  // One conversation takes so many entries.
  await server.database.sql`
    insert into messages (thread_id, author_id, by_management, acted_at, text)
    select id, 2, false, now(), 'More' from message_threads, generate_series(2, ${MOST_MESSAGES}::integer)`;
  app.network.offline = false;
  await (await said()).findByText(/A conversation can have at most/);
  await server.database.sql`alter table messages disable trigger messages_append_only`;
  await server.database.sql`delete from messages where text = 'More'`;
  await server.database.sql`alter table messages enable trigger messages_append_only`;
  await app.user.click(screen.getByRole('link', { name: 'Decide under Unsent' }));
  await app.user.click(await screen.findByRole('link', { name: 'Look and decide' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Message' }));
  const field = await dialog.findByLabelText('Message');
  await app.user.clear(field);
  await app.user.type(field, 'And the sauna?');
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  await everythingSent();
  expect(await wordsOf(manager, thread)).toEqual(['Is the pool open?', 'And the sauna?']);
});
