import { expect } from 'vitest';
import type { Note } from '../../../contract/notes/note.ts';
import type { Notification } from '../../../contract/notifications/notification.ts';
import { REMINDER_WORDS, type Reminders, type RemindersSent } from '../../../contract/reminders/reminder.ts';
import { addDays, dayText } from '../../../contract/values/calendar.ts';
import { charge, group, NOOR, ROBIN, today } from '../../support/server/today/today.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';

const WORDS = 'Dear {name}, {amount} since {since} ({days}).';
const send = (body: object) =>
  server.call('POST', '/reminders', {
    ...{ as: manager, body: { user_ids: [ROBIN], words: WORDS, ...body } },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
const sent = async (body: object) => (await send(body)).json<RemindersSent>();
const read = async () => (await server.call('GET', '/reminders', { as: manager })).json<Reminders>();
const bell = async () =>
  (await server.call('GET', '/notifications', { as: resident }))
    .json<Notification[]>()
    .filter(({ kind }) => kind === 'payment_reminder');
const notes = async (id = ROBIN) =>
  (await server.call('GET', `/notes?user=${id}`, { as: manager })).json<Note[]>();

test('who is late is told what is past due, since when and where to pay, and it is noted on them', async () => {
  const since = addDays(today(), -10);
  await charge(40, since);
  await charge(5, today());
  expect(await sent({ user_ids: [ROBIN, NOOR] })).toEqual({
    reminded: [{ user_id: ROBIN, reached: [] }],
    recent: [],
    left_out: [NOOR],
  });
  const text = `Dear Robin Hale, $40.00 since ${dayText(since)} (10 days).`;
  expect(await bell()).toEqual([
    expect.objectContaining({ title: '$40.00 is past due', body: text, path: '/payments' }),
  ]);
  expect(await notes()).toEqual([expect.objectContaining({ text, reached: [], first_name: 'Morgan' })]);
  expect(await notes(NOOR)).toEqual([]);
});

test('who is late for reminders is who is late on Today, with the last reminder', async () => {
  await charge(40, addDays(today(), -10));
  const [late] = (await group('late'))!.rows;
  const before = await read();
  expect(before.words).toBe(REMINDER_WORDS);
  expect(before.late).toEqual([
    {
      ...{ user_id: ROBIN, first_name: 'Robin', last_name: 'Hale', amount: late!.amount, since: late!.day },
      ...{ unit_number: '101', property_name: 'Maple Court', reminded: null },
    },
  ]);
  await send({});
  expect((await read()).late[0]!.reminded).toMatchObject({ reached: [] });
});

test('nobody is reminded again within 5 days unless it is asked for, by whichever manager', async () => {
  await charge(40, addDays(today(), -30));
  const both = await Promise.all([sent({}), sent({})]);
  expect(both.flatMap(({ reminded }) => reminded)).toHaveLength(1);
  expect((await sent({})).recent).toEqual([ROBIN]);
  expect((await sent({ again: true })).reminded).toHaveLength(1);
  expect(await bell()).toHaveLength(2);
  await server.database.sql`alter table notes disable trigger notes_append_only`;
  await server.database.sql`update notes set created_at = created_at - interval '5 days'`;
  expect((await sent({})).reminded).toHaveLength(1);
});

test('the words are kept for the next time only where it is asked for, and Porchlight’s own are the default again', async () => {
  await charge(40, addDays(today(), -10));
  await send({});
  expect((await read()).words).toBe(REMINDER_WORDS);
  await send({ keep_words: true, again: true });
  expect((await read()).words).toBe(WORDS);
  await send({ keep_words: true, again: true, words: REMINDER_WORDS });
  expect((await read()).words).toBe(REMINDER_WORDS);
  const audit = (await server.call('GET', '/audit?subject=community', { as: manager })).json<unknown[]>();
  expect(audit).toHaveLength(2);
});

test('words without the amount or the day, or with something that is not filled in, are refused', async () => {
  for (const words of ['Pay, please.', '{amount} is due.', '{amount} since {since}, {nmae}']) {
    const answer = await send({ words });
    expect(answer.statusCode, words).toBe(400);
    expect(answer.json<{ fields: object }>().fields).toHaveProperty('words');
  }
});

test('who has no account any more is reminded by letter: no channel reaches them, and it is noted', async () => {
  await charge(40, addDays(today(), -10));
  await server.database.sql`update users set is_current_user = false where id = ${ROBIN}`;
  expect((await sent({})).reminded).toEqual([{ user_id: ROBIN, reached: [] }]);
  expect(await notes()).toHaveLength(1);
});
