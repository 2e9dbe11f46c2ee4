import { beforeEach, expect } from 'vitest';
import type { EntryNotice, EntryNoticeAnswer } from '../../../contract/entryNotices/entryNotice.ts';
import { MOST_ANSWERS } from '../../../contract/entryNotices/entryNotice.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import { localTime } from '../../../contract/values/timeZone.ts';
import { made } from '../../support/server/resources/maintenance.ts';
import { manager, neighbour, newcomer, resident, server, test } from '../../support/server/world.ts';

const [MANAGER, RESIDENT] = [1, 2];
const ZONE = 'America/New_York';

let home = 0;
beforeEach(async () => {
  await server.database.sql`delete from entry_notices`;
  await server.database.sql`delete from maintenance_requests`;
  await server.database.sql`delete from notification_events`;
  await server.database.sql`delete from community`;
  const [unit] = await server.database.sql<{ unit: number }>`select unit from users where id = ${RESIDENT}`;
  home = unit!.unit;
});

/** A window that begins so many hours from now, by the community's clock, and is a minute long. */
function inHours(hours: number) {
  const at = (minutes: number) =>
    localTime(ZONE, new Date(Date.now() + hours * 3_600_000 + minutes * 60_000));
  const [from, to] = [at(0), at(1)];
  // Nobody's window goes over midnight.
  const over = from.slice(0, 10) !== to.slice(0, 10);
  return {
    entry_on: from.slice(0, 10),
    entry_from: over ? '23:58' : from.slice(11, 16),
    entry_to: over ? '23:59' : to.slice(11, 16),
  };
}

const given = (body: object = {}, { as = manager, key = '' } = {}) =>
  server.call('POST', '/entry-notices', {
    as,
    body: { unit_id: home, purpose: 'Repair', ...inHours(30), ...body },
    headers: key ? { 'idempotency-key': key } : {},
  });
async function taken(body: object = {}): Promise<EntryNotice> {
  const answer = await given(body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const answered = (as: string, id: number, body: object) =>
  server.call('POST', `/entry-notices/${id}/answers`, { as, body });
const listed = async (as: string) =>
  (await server.call('GET', '/entry-notices', { as })).json<EntryNotice[]>();
const refusal = (answer: Awaited<ReturnType<typeof given>>) => [
  answer.statusCode,
  answer.json<Failure>().fields,
];
const told = () => server.database.sql<{ kind: string; title: string; body: string; to: number[] }>`
  select kind, title, body, array(select user_id from notifications where event_id = event.id order by 1) as to
  from notification_events as event order by id`;

test('who lives in a home reads when somebody enters it and what for, and nobody else does', async () => {
  const notice = await taken({ text: 'The sink' });
  expect(notice).toMatchObject({ purpose: 'Repair', text: 'The sink', first_name: 'Morgan', lead_hours: 24 });
  const [own, ...more] = await listed(resident);
  expect(own).toEqual({ ...notice, author_id: null, first_name: null, last_name: null });
  expect(more).toEqual([]);
  expect(await listed(neighbour)).toEqual([]);
  expect(await listed(newcomer)).toEqual([]);
  expect(await listed(manager)).toEqual([notice]);
});

test('an entry before the lead time is over is refused at the day, unless the resident agreed or it is an emergency', async () => {
  const message =
    'Notice is given at least 24 hours before, unless the resident agreed or it is an emergency.';
  expect(refusal(await given(inHours(23.9)))).toEqual([400, { entry_on: message }]);
  expect(refusal(await given({ ...inHours(23.9), short_notice: '' }))).toEqual([400, { entry_on: message }]);
  expect(await taken({ ...inHours(2), short_notice: 'agreed' })).toMatchObject({ short_notice: 'agreed' });
  expect(await taken({ ...inHours(0), short_notice: 'emergency' })).toMatchObject({
    short_notice: 'emergency',
  });
  expect(await taken(inHours(24.1))).toMatchObject({ short_notice: null });
});

test('the community sets the lead time, which stays with each notice', async () => {
  expect((await server.call('GET', '/community', {})).json()).toMatchObject({ entry_notice_hours: 24 });
  const set = (hours: number) =>
    server.call('PUT', '/community', { as: manager, body: { entry_notice_hours: hours } });
  expect((await set(48)).statusCode).toBe(200);
  expect((await given(inHours(47))).statusCode).toBe(400);
  expect(await taken(inHours(49))).toMatchObject({ lead_hours: 48 });
  expect((await set(0)).statusCode).toBe(200);
  expect(refusal(await given(inHours(-1)))).toEqual([
    400,
    { entry_on: 'Please choose a time that is not past.' },
  ]);
  expect(await taken(inHours(1))).toMatchObject({ lead_hours: 0 });
  expect((await set(337)).statusCode).toBe(400);
  expect((await listed(manager)).map(({ lead_hours }) => lead_hours)).toEqual([48, 0]);
});

test('the lead time is counted by the clock of the home', async () => {
  await server.database.sql`
    update properties set time_zone = 'Pacific/Auckland' where id = (select property_id from units where id = ${home})`;
  const auckland = localTime('Pacific/Auckland', new Date(Date.now() + 23 * 3_600_000));
  const window = { entry_on: auckland.slice(0, 10), entry_from: auckland.slice(11, 16), entry_to: '23:59' };
  expect((await given(window)).statusCode).toBe(400);
  await server.database.sql`update properties set time_zone = null`;
});

test('a notice for a request names it, and one of another home is refused', async () => {
  const request = await made(resident, { information: 'It drips.' });
  expect(await taken({ request_id: request.id })).toMatchObject({ request_id: request.id });
  const [other] = await server.database.sql<{ id: number }>`select id from units where id <> ${home} limit 1`;
  expect(refusal(await given({ unit_id: other!.id, request_id: request.id }))).toEqual([
    400,
    { unit_id: 'The request is of another unit.' },
  ]);
  expect((await given({ request_id: 999_999 })).statusCode).toBe(404);
  expect((await given({ unit_id: 999_999 })).statusCode).toBe(404);
});

test('a resident is told of a notice, and management of the answer with its words', async () => {
  const { id, entry_on } = await taken({ text: 'The sink' });
  await answered(resident, id, { answer: 'another_time', text: 'After five, please' });
  await answered(resident, id, { answer: 'fine' });
  const [notice, asks, agrees] = await told();
  expect(notice).toMatchObject({ kind: 'entry_notice', body: 'Repair: The sink', to: [RESIDENT] });
  expect(notice?.title).toContain('Management enters your home on');
  expect(asks).toMatchObject({ kind: 'entry_answered', to: [MANAGER] });
  expect(asks?.title).toContain('Robin Hale asks for another time than the entry into unit');
  expect(asks?.body).toContain('After five, please');
  expect(agrees?.title).toContain('agrees to');
  expect(entry_on).toBe(inHours(30).entry_on);
});

test('an emergency is told at once, at night too', async () => {
  await taken({ ...inHours(0), short_notice: 'emergency' });
  await taken();
  expect(await server.database.sql`select urgent from notification_events order by id`).toEqual([
    { urgent: true },
    { urgent: false },
  ]);
});

test('only who lives in the home answers, and another time needs words', async () => {
  const { id } = await taken();
  expect((await answered(manager, id, { answer: 'fine' })).statusCode).toBe(403);
  expect((await answered(neighbour, id, { answer: 'fine' })).statusCode).toBe(404);
  expect(refusal(await answered(resident, id, { answer: 'another_time', text: ' ' }))).toEqual([
    400,
    { text: 'Please say which time suits you.' },
  ]);
  expect((await answered(resident, id, { answer: 'fine' })).statusCode).toBe(201);
  expect((await listed(manager))[0]?.answers).toMatchObject([{ answer: 'fine', first_name: 'Robin' }]);
});

test('a notice sent twice is given once, and so is its answer', async () => {
  const key = crypto.randomUUID();
  const body = inHours(30);
  const first = (await given(body, { key })).json<EntryNotice>();
  expect((await given(body, { key })).json()).toEqual(first);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const answer = () =>
    server.call('POST', `/entry-notices/${first.id}/answers`, {
      ...{ as: resident, body: { answer: 'fine' }, headers },
    });
  const stored = (await answer()).json<EntryNoticeAnswer>();
  expect((await answer()).json()).toEqual(stored);
  expect((await listed(resident)).map(({ answers }) => answers)).toEqual([[stored]]);
});

test('a person answers a notice so often and no more', async () => {
  const { id } = await taken();
  await server.database.sql`
    insert into entry_notice_answers (notice_id, user_id, answer, answered_at)
    select ${id}, ${RESIDENT}, 'fine', now() from generate_series(1, ${MOST_ANSWERS - 1})`;
  const both = await Promise.all([
    answered(resident, id, { answer: 'fine' }),
    answered(resident, id, { answer: 'fine' }),
  ]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
});

test('who moves in later reads no notice of before, and is not told by its notification', async () => {
  await taken();
  const kept = () => server.call('GET', '/notifications', { as: resident });
  expect((await kept()).json()).toHaveLength(1);
  await server.database.sql`update users set unit_since = now() + interval '1 minute' where id = ${RESIDENT}`;
  expect(await listed(resident)).toEqual([]);
  expect((await kept()).json()).toEqual([]);
  await server.database.sql`update users set unit_since = now() - interval '1 year' where id = ${RESIDENT}`;
});

test('a notice and its answers cannot be changed', async () => {
  const { id } = await taken();
  await answered(resident, id, { answer: 'fine' });
  const { sql } = server.database;
  await expect(sql`update entry_notices set entry_from = '00:00' where id = ${id}`).rejects.toThrow(
    'append-only',
  );
  await expect(sql`update entry_notice_answers set text = 'x' where notice_id = ${id}`).rejects.toThrow(
    'append-only',
  );
});
