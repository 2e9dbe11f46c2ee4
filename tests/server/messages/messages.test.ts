import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import { LONGEST_MESSAGE, MOST_MESSAGES } from '../../../contract/messages/message.ts';
import {
  readAll,
  started,
  threadsOf,
  wordsOf,
  write,
  written,
} from '../../support/server/messages/messages.ts';
import { manager, neighbour, newcomer, resident, server, test } from '../../support/server/world.ts';

const [, RESIDENT] = [1, 2];
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

beforeEach(async () => {
  await server.database.sql`delete from message_threads`;
  await server.database.sql`delete from notification_events`;
  await server.database.sql`delete from attempts`;
});

test('a resident writes to management, which answers, and both read it in the order in which it was written', async () => {
  const thread = await started(resident, 'May I paint the kitchen?\nIn green.', { at: minutesAgo(9) });
  await written(manager, thread, 'Yes, in white.', { at: minutesAgo(5) });
  await written(resident, thread, 'And the door?', { at: minutesAgo(7) });
  const words = ['May I paint the kitchen?\nIn green.', 'And the door?', 'Yes, in white.'];
  expect(await wordsOf(resident, thread)).toEqual(words);
  expect(await wordsOf(manager, thread)).toEqual(words);
  const [listed] = await threadsOf(manager);
  expect(listed).toMatchObject({
    ...{ uuid: thread, user_id: RESIDENT, unit_id: null, subject: 'May I paint the kitchen?' },
    ...{ last_text: 'Yes, in white.', last_by_management: true, may_write: true },
  });
});

test('a resident reads no names of managers, and a manager reads who wrote', async () => {
  const thread = await started(resident, 'Hello');
  await written(manager, thread, 'Good day');
  const names = async (as: string) =>
    (await server.call('GET', `/messages/${thread}`, { as }))
      .json<{ first_name: string | null }[]>()
      .map(({ first_name }) => first_name);
  expect(await names(resident)).toEqual(['Robin', null]);
  expect(await names(manager)).toEqual(['Robin', 'Morgan']);
});

test('who writes waits since their first message, until management answers or closes, and again once they write', async () => {
  const first = minutesAgo(30);
  const thread = await started(resident, 'Hello?', { at: first });
  await written(resident, thread, 'Is anybody there?', { at: minutesAgo(20) });
  const standing = async () => {
    const [{ state, waiting_since } = { state: undefined, waiting_since: undefined }] =
      await threadsOf(manager);
    return [state, waiting_since];
  };
  expect(await standing()).toEqual(['waiting', first]);
  await written(manager, thread, 'Yes.');
  expect(await standing()).toEqual(['answered', null]);
  await written(manager, thread, { kind: 'closed' });
  expect(await standing()).toEqual(['closed', null]);
  await written(resident, thread, 'One more thing');
  expect((await standing())[0]).toBe('waiting');
});

test('a message that a phone kept for hours waits, although management answered what came before it meanwhile', async () => {
  const thread = await started(resident, 'Hello', { at: minutesAgo(60) });
  await written(manager, thread, { kind: 'closed' });
  await written(resident, thread, 'The key does not fit.', { at: minutesAgo(50) });
  expect(await threadsOf(manager)).toMatchObject([{ state: 'waiting' }]);
});

test('the same message sent twice is there once', async () => {
  const [thread, key] = [randomUUID(), randomUUID()];
  const first = await written(resident, thread, 'Hello', { key });
  const again = await written(resident, thread, 'Hello', { key });
  expect(again).toEqual(first);
  expect(first.created_with).toBe(key);
  expect(await wordsOf(manager, thread)).toEqual(['Hello']);
});

test('management writes to a person, and to a home, and not to nobody', async () => {
  const person = await started(manager, { text: 'Your parcel is here', user_id: RESIDENT });
  expect(await wordsOf(resident, person)).toEqual(['Your parcel is here']);
  await expect(wordsOf(neighbour, person)).rejects.toThrow('not there any more');
  const home = await started(manager, { text: 'The water is off at noon', unit_id: 1 });
  expect(await threadsOf(resident)).toMatchObject([
    { uuid: home, unit_id: 1, user_id: null, state: 'answered', unread: 1 },
    { uuid: person },
  ]);
  const to = async (body: object) =>
    (await write(manager, randomUUID(), { text: 'Hi', ...body })).json<object>();
  expect(await to({})).toMatchObject({ fields: { user_id: 'Please choose a person or a home.' } });
  expect(await to({ user_id: 999_999 })).toMatchObject({ message: 'There is no such resident.' });
  expect(await to({ user_id: 1 })).toMatchObject({ message: 'There is no such resident.' });
  expect(await to({ unit_id: 999_999 })).toMatchObject({ message: 'There is no such unit.' });
  await server.database.sql`
    insert into units (id, property_id, unit_number) select 77, property_id, '77' from units where id = 1`;
  expect(await to({ unit_id: 77 })).toMatchObject({ code: 'vacant' });
  await server.database.sql`delete from units where id = 77`;
});

test('what is blank, too long or closed with words is refused in words', async () => {
  const refusal = async (body: object) =>
    (await write(manager, randomUUID(), { user_id: RESIDENT, ...body })).json<{ fields: object }>().fields;
  expect(await refusal({ text: '  ' })).toEqual({ text: 'Please write a message.' });
  expect(await refusal({})).toEqual({ text: 'Please write a message.' });
  expect(await refusal({ text: 'x'.repeat(LONGEST_MESSAGE + 1) })).toEqual({
    text: `Please use at most ${LONGEST_MESSAGE} characters.`,
  });
  expect(await refusal({ kind: 'closed', text: 'Bye' })).toEqual({
    text: 'A conversation is closed without words.',
  });
});

test('a resident closes nothing, and what management closes is in the record of changes', async () => {
  const thread = await started(resident, 'Hello');
  expect((await write(resident, thread, { kind: 'closed' })).statusCode).toBe(403);
  await written(manager, thread, { kind: 'closed' });
  const [entry] = (await server.call('GET', '/audit?subject=conversation', { as: manager })).json<
    AuditEntry[]
  >();
  expect(entry).toMatchObject({ action: 'closed', first_name: 'Morgan' });
  expect(await wordsOf(resident, thread)).toEqual(['Hello', 'closed']);
});

test('each person has read what they have read, and one device that is behind takes nothing of it back', async () => {
  const thread = await started(resident, 'Hello');
  await written(resident, thread, 'Hello?');
  const unread = async (as: string) => (await threadsOf(as)).map((each) => each.unread);
  expect(await unread(manager)).toEqual([2]);
  expect(await unread(resident)).toEqual([0]);
  const [first] = (await server.call('GET', `/messages/${thread}`, { as: manager })).json<{ id: number }[]>();
  expect((await readAll(manager, thread)).unread).toBe(0);
  const behind = await server.call('PUT', `/messages/${thread}/read`, {
    as: manager,
    body: { up_to: first!.id },
  });
  expect(behind.json()).toMatchObject({ unread: 0 });
  // Nobody has read what is not there yet.
  await server.call('PUT', `/messages/${thread}/read`, { as: manager, body: { up_to: 999_999 } });
  await written(resident, thread, 'One more');
  expect(await unread(manager)).toEqual([1]);
  await written(manager, thread, 'Yes?');
  expect(await unread(manager)).toEqual([0]);
  expect(await unread(resident)).toEqual([1]);
});

test('a conversation that is full takes no message more, and can still be closed', async () => {
  const thread = await started(resident, 'Hello');
  await server.database.sql`
    insert into messages (thread_id, author_id, by_management, acted_at, text)
    select id, ${RESIDENT}, false, now(), 'x' from message_threads, generate_series(2, ${MOST_MESSAGES})`;
  expect((await write(resident, thread, 'More')).json()).toMatchObject({ code: 'full' });
  await written(manager, thread, { kind: 'closed' });
  expect((await write(manager, thread, { kind: 'closed' })).json()).toMatchObject({ code: 'full' });
});

test('messages are only added, also in the database', async () => {
  await started(resident, 'Hello');
  await expect(server.database.sql`update messages set text = 'x'`).rejects.toThrow('append-only');
});

test.each([
  ['resident', () => resident, 30],
  ['newcomer', () => newcomer, 10],
] as const)(
  'of many messages of a %s at the same time no more are taken than within an hour',
  async (_, as, most) => {
    const answers = await Promise.all(
      Array.from({ length: most + 5 }, () => write(as(), randomUUID(), 'Hello')),
    );
    const taken = answers.filter(({ statusCode }) => statusCode === 201);
    expect(taken).toHaveLength(most);
    expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({
      message: expect.stringContaining('You have written many messages within an hour.') as string,
    });
  },
);
