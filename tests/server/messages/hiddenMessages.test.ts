import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import { deleteUnconfirmedThreads } from '../../../server/resources/messages/deleteUnconfirmed.ts';
import {
  readAll,
  started,
  threadsOf,
  wordsOf,
  write,
  written,
} from '../../support/server/messages/messages.ts';
import { manager, neighbour, newcomer, resident, server, test } from '../../support/server/world.ts';

const [, RESIDENT, NEIGHBOUR] = [1, 2, 3];

beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from message_threads`;
  await sql`delete from message_stays`;
  await sql`delete from notification_events`;
  await sql`delete from attempts`;
  await sql`update users set unit = 1 where id = ${RESIDENT} and unit is distinct from 1`;
  await sql`update users set unit = null where id = ${NEIGHBOUR}`;
});

/** Has somebody live in a home from now on; null for none. */
async function move(id: number, unit: number | null): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  await server.database.sql`update users set unit = ${unit}::integer where id = ${id}`;
  await new Promise((resolve) => setTimeout(resolve, 5));
}

/** What was told, and whom. */
const told = () =>
  server.database.sql`
    select kind, title, body, path, array(select user_id from notifications where event_id = event.id order by 1) as to
    from notification_events as event order by id`;

test('nobody reads, answers or marks as read what is another’s', async () => {
  const thread = await started(resident, 'Only between us');
  expect(await threadsOf(neighbour)).toEqual([]);
  const status = async (call: Promise<{ statusCode: number }>) => (await call).statusCode;
  expect(await status(server.call('GET', `/messages/${thread}`, { as: neighbour }))).toBe(404);
  expect(
    await status(server.call('PUT', `/messages/${thread}/read`, { as: neighbour, body: { up_to: 1 } })),
  ).toBe(404);
  expect(await wordsOf(resident, thread)).toEqual(['Only between us']);
});

test('nobody learns by writing whether a conversation of another is there', async () => {
  const thread = await started(resident, 'Only between us');
  const key = randomUUID();
  const ofAnother = await written(neighbour, thread, 'Let me in', { key });
  const unknown = await written(neighbour, randomUUID(), 'Let me in');
  const shape = (answer: typeof unknown) => ({
    ...{ ...answer, id: 0, acted_at: '', received_at: '', created_with: '' },
    thread: { ...answer.thread, id: 0, uuid: '', last_at: '', waiting_since: '' },
  });
  expect(shape(ofAnother)).toEqual(shape(unknown));
  expect(ofAnother.thread.uuid).toBe(thread);
  // Their own from then on, by the name that their device gave it, and once however often it is sent.
  expect(await written(neighbour, thread, 'Let me in', { key })).toEqual(ofAnother);
  await written(neighbour, thread, 'Hello?');
  expect(await wordsOf(neighbour, thread)).toEqual(['Let me in', 'Hello?']);
  expect(await readAll(neighbour, thread)).toMatchObject({ uuid: thread });
  expect(await wordsOf(resident, thread)).toEqual(['Only between us']);
  // Management knows both apart, and each person is led to their own.
  expect(await wordsOf(manager, thread)).toEqual(['Only between us']);
  const other = (await threadsOf(manager)).find(({ user_id }) => user_id === NEIGHBOUR);
  expect(other?.uuid).not.toBe(thread);
  await written(manager, String(other?.uuid), 'Who are you?');
  expect(await wordsOf(neighbour, thread)).toEqual(['Let me in', 'Hello?', 'Who are you?']);
  expect((await told()).map(({ path }) => path)).toEqual([
    `/admin/messages/${thread}`,
    '/admin/messages',
    `/messages/${thread}`,
  ]);
});

test('the feed of changes names a home’s conversation to nobody who moved in later, nor to who left what is written later', async () => {
  const thread = await started(manager, { text: 'The rent of old debts', unit_id: 1 });
  await move(NEIGHBOUR, 1);
  const noted = async (of: () => Promise<unknown>) => {
    await server.database.sql`delete from list_changes`;
    await of();
    const rows = await server.database.sql<{ scope: string }>`
      select distinct scope from list_changes where list = 'messages' order by 1`;
    return rows.map(({ scope }) => scope);
  };
  const both = ['management', `user:${RESIDENT}`, `user:${NEIGHBOUR}`];
  expect(await noted(() => written(manager, thread, { kind: 'closed' }))).toEqual([
    'management',
    `user:${RESIDENT}`,
  ]);
  expect(await noted(() => written(manager, thread, 'The water is off'))).toEqual(both);
  await move(RESIDENT, null);
  expect(await noted(() => written(manager, thread, 'It is on'))).toEqual([
    'management',
    `user:${NEIGHBOUR}`,
  ]);
  const rename = () => server.database.sql`update units set unit_number = unit_number || 'x' where id = 1`;
  expect(await noted(rename)).toEqual(both);
  expect(await noted(() => server.database.sql`delete from message_threads`)).toEqual(both);
  await server.database.sql`update units set unit_number = rtrim(unit_number, 'x') where id = 1`;
});

test('who moves into a home reads what is written from then on, under the first words that are theirs', async () => {
  const thread = await started(manager, { text: 'The rent of old debts', unit_id: 1 });
  await move(NEIGHBOUR, 1);
  expect(await threadsOf(neighbour)).toEqual([]);
  await written(manager, thread, 'The water is off at noon');
  expect(await wordsOf(neighbour, thread)).toEqual(['The water is off at noon']);
  expect(await threadsOf(neighbour)).toMatchObject([{ subject: 'The water is off at noon', unread: 1 }]);
  await written(neighbour, thread, 'Thank you');
  expect(await wordsOf(resident, thread)).toEqual([
    'The rent of old debts',
    'The water is off at noon',
    'Thank you',
  ]);
});

test('who moves out keeps what they saw, is told nothing that is written afterwards, and writes there no more', async () => {
  await move(NEIGHBOUR, 1);
  const thread = await started(manager, { text: 'The water is off at noon', unit_id: 1 });
  await move(RESIDENT, null);
  await written(neighbour, thread, 'Until when?');
  expect(await wordsOf(resident, thread)).toEqual(['The water is off at noon']);
  expect(await threadsOf(resident)).toMatchObject([
    { last_text: 'The water is off at noon', state: 'closed', waiting_since: null, may_write: false },
  ]);
  expect((await write(resident, thread, 'Me too')).json()).toMatchObject({ code: 'moved_out' });
  await move(RESIDENT, 1);
  await written(manager, thread, 'Until one');
  expect(await wordsOf(resident, thread)).toEqual(['The water is off at noon', 'Until one']);
});

test('managers are told of a message with its words, the person of an answer, and a home’s tenants of one to their home', async () => {
  await move(NEIGHBOUR, 1);
  const thread = await started(resident, 'May I paint?');
  await written(manager, thread, 'Yes');
  const home = await started(manager, { text: 'Water is off', unit_id: 1 });
  expect(await told()).toEqual([
    {
      ...{ kind: 'message_to_answer', title: 'Robin Hale wrote to management', body: 'May I paint?' },
      ...{ path: `/admin/messages/${thread}`, to: [1] },
    },
    {
      ...{ kind: 'message_received', title: 'Management wrote to you', body: 'Yes' },
      ...{ path: `/messages/${thread}`, to: [RESIDENT] },
    },
    {
      ...{ kind: 'message_received', title: 'Management wrote to you', body: 'Water is off' },
      ...{ path: `/messages/${home}`, to: [RESIDENT, NEIGHBOUR] },
    },
  ]);
});

test('what people without a home write is told of together, without their words', async () => {
  await started(newcomer, 'First');
  await started(newcomer, 'Second');
  expect(await told()).toMatchObject([
    { title: '2 messages from people whose unit is not confirmed', path: '/admin/messages' },
  ]);
});

test('what strangers wrote and nobody answered is deleted after 30 days, with what was told of it', async () => {
  const late = await started(newcomer, 'Buy cheap pills');
  const answered = await started(newcomer, 'When can I move in?');
  await written(manager, answered, 'In May');
  const own = await started(resident, 'Hello');
  const { sql } = server.database;
  await sql`alter table messages disable trigger messages_append_only`;
  await sql`update messages set received_at = received_at - interval '31 days'`;
  await sql`alter table messages enable trigger messages_append_only`;
  await deleteUnconfirmedThreads(server.database, new AbortController().signal);
  const left = (await threadsOf(manager)).map(({ uuid }) => uuid);
  expect(left.sort()).toEqual([answered, own].sort());
  expect(left).not.toContain(late);
});

test('a manager sees in Today who waits for an answer, since when, with what they wrote last', async () => {
  const thread = await started(resident, 'Hello?');
  await written(resident, thread, 'Anybody?');
  const waiting = async () =>
    (await server.call('GET', '/today', { as: manager }))
      .json<{ groups: { kind: string; rows: object[] }[] }>()
      .groups.find(({ kind }) => kind === 'message')?.rows;
  expect(await waiting()).toMatchObject([{ text: 'Anybody?', person: { id: RESIDENT } }]);
  await written(manager, thread, 'Yes');
  expect(await waiting()).toBeUndefined();
});

test('the feed of changes tells a conversation to those who see it alone, and what one has read to oneself', async () => {
  await server.database.sql`delete from list_changes`;
  const thread = await started(resident, 'Hello');
  const noted = async () => {
    const rows = await server.database.sql<{ scope: string }>`
      select distinct scope from list_changes where list = 'messages' order by 1`;
    await server.database.sql`delete from list_changes`;
    return rows.map(({ scope }) => scope);
  };
  expect(await noted()).toEqual(['management', `user:${RESIDENT}`]);
  await server.call('PUT', `/messages/${thread}/read`, { as: manager, body: { up_to: 999_999 } });
  expect(await noted()).toEqual(['user:1']);
  await started(manager, { text: 'Hi', unit_id: 1 });
  expect(await noted()).toEqual(['management', `user:${RESIDENT}`]);
});

test('a conversation that two devices start at the same time under one name is one, and never another person’s', async () => {
  const thread = randomUUID();
  const people = [resident, resident, neighbour, neighbour];
  await Promise.all(people.map((as) => written(as, thread, `Of ${as}`)));
  expect(await wordsOf(resident, thread)).toEqual([`Of ${resident}`, `Of ${resident}`]);
  expect(await wordsOf(neighbour, thread)).toEqual([`Of ${neighbour}`, `Of ${neighbour}`]);
  expect(await threadsOf(manager)).toHaveLength(2);
});
