import { afterEach, expect } from 'vitest';
import type { Announcement } from '../../../contract/announcements/announcement.ts';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import { manager, neighbour, resident, server, test } from '../../support/server/world.ts';

afterEach(async () => {
  await server.database.sql`delete from announcements`;
});

const HOUR = 60 * 60 * 1000;
const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

async function list(as: string): Promise<Announcement[]> {
  return (await server.call('GET', '/announcements', { as })).json<Announcement[]>();
}

const textsFor = async (as: string) => (await list(as)).map(({ announcement }) => announcement);

async function publish(announcement: string, more: object = {}): Promise<Announcement> {
  const body = { announcement, announcement_type: 'General', publish_at: null, ...more };
  const response = await server.call('POST', '/announcements', { as: manager, body });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Announcement>();
}

async function suggest(announcement: string, as = resident): Promise<Announcement> {
  const body = { announcement, announcement_type: 'General' };
  const response = await server.call('POST', '/announcements/submit', { as, body });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Announcement>();
}

const edit = (id: number, body: object) => server.call('PUT', `/announcements/${id}`, { as: manager, body });
const decide = (id: number, status: string, as = manager) =>
  server.call('PATCH', `/announcements/${id}/status`, { as, body: { status } });

test('an announcement without a publish time is approved and visible to every resident at once', async () => {
  const before = Date.now();
  const made = await publish('The pool opens on Saturday.', { announcement_type: 'Community' });
  expect(made).toMatchObject({
    announcement: 'The pool opens on Saturday.',
    announcement_type: 'Community',
    status: 'approved',
    first_name: 'Morgan',
    last_name: 'Reyes',
  });
  expect(Date.parse(made.publish_at!)).toBeGreaterThanOrEqual(before - 1);
  expect(await list(resident)).toEqual([made]);
  expect(await list(neighbour)).toEqual([made]);
});

test('a scheduled announcement is hidden from residents until its publish time', async () => {
  const made = await publish('The water is off today.', { publish_at: fromNow(HOUR) });
  expect(await textsFor(resident)).toEqual([]);
  expect(await textsFor(manager)).toEqual(['The water is off today.']);

  await server.database.sql`update announcements set publish_at = ${fromNow(-1000)} where id = ${made.id}`;
  expect(await textsFor(resident)).toEqual(['The water is off today.']);
});

test('a suggestion is pending, has the type General, and is visible only to its author and managers', async () => {
  const response = await server.call('POST', '/announcements/submit', {
    as: resident,
    body: { announcement: '  Bike for sale  ', announcement_type: 'Urgent' },
  });
  expect(response.statusCode).toBe(201);
  expect(response.json()).toMatchObject({
    announcement: 'Bike for sale',
    announcement_type: 'General',
    status: 'pending',
    publish_at: null,
    first_name: 'Robin',
    last_name: 'Hale',
  });
  expect(await textsFor(resident)).toEqual(['Bike for sale']);
  expect(await textsFor(manager)).toEqual(['Bike for sale']);
  expect(await textsFor(neighbour)).toEqual([]);
});

test('a suggestion written offline is dated when it was written', async () => {
  const written = fromNow(-5 * HOUR);
  const response = await server.call('POST', '/announcements/submit', {
    as: resident,
    body: { announcement: 'Written in the garage' },
    headers: { 'captured-at': written },
  });
  expect(response.json<Announcement>().created_at).toBe(written);
});

test('an approved suggestion is published at its approval, however old it is', async () => {
  const { id } = await suggest('Bike for sale');
  await server.database.sql`update announcements set created_at = ${fromNow(-72 * HOUR)} where id = ${id}`;
  await publish('Older news');
  const approved = await decide(id, 'approved');
  expect(approved.statusCode).toBe(200);
  expect(approved.json()).toMatchObject({ status: 'approved', first_name: 'Robin' });
  expect(await textsFor(neighbour)).toEqual(['Bike for sale', 'Older news']);
});

test('approving a suggestion with a later publish time keeps that time', async () => {
  const { id } = await suggest('Garage sale');
  const at = fromNow(HOUR);
  await edit(id, { announcement: 'Garage sale', announcement_type: 'Community', publish_at: at });
  expect((await decide(id, 'approved')).json<Announcement>().publish_at).toBe(at);
  expect(await textsFor(neighbour)).toEqual([]);
});

test('a rejected suggestion is visible only to its author and managers', async () => {
  const { id } = await suggest('Couch for sale!!!');
  expect((await decide(id, 'rejected')).json()).toMatchObject({ status: 'rejected', publish_at: null });
  expect((await list(resident)).map(({ status }) => status)).toEqual(['rejected']);
  expect((await list(manager)).map(({ status }) => status)).toEqual(['rejected']);
  expect(await textsFor(neighbour)).toEqual([]);
});

test.each([
  ['approved', 'rejected'],
  ['rejected', 'approved'],
])('a suggestion that was %s cannot be %s', async (first, second) => {
  const { id } = await suggest('Bike for sale');
  await decide(id, first);
  const again = await decide(id, second);
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ message: `This post is already ${first}.`, code: 'not_pending' });
  expect((await list(manager))[0]?.status).toBe(first);
});

test('of two managers who decide on a suggestion at the same moment, the second is refused', async () => {
  const { id } = await suggest('Bike for sale');
  const answers = await Promise.all([decide(id, 'approved'), decide(id, 'rejected')]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test('a decision other than approved or rejected is refused', async () => {
  const { id } = await suggest('Bike for sale');
  const response = await decide(id, 'pending');
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ fields: { status: 'status must be approved or rejected.' } });
});

test('announcements are listed by publish time, newest first', async () => {
  const first = await publish('First');
  const second = await publish('Second');
  const { sql } = server.database;
  await sql`update announcements set publish_at = ${fromNow(-2 * HOUR)} where id = ${second.id}`;
  await sql`update announcements set publish_at = ${fromNow(-HOUR)} where id = ${first.id}`;
  expect(await textsFor(resident)).toEqual(['First', 'Second']);
});

test.each([{ announcement: '   ' }, { announcement: undefined }, { announcement: 12 }])(
  'an announcement needs a message, not %j',
  async (wrong) => {
    const body = { announcement_type: 'General', ...wrong };
    const managers = await server.call('POST', '/announcements', { as: manager, body });
    expect(managers.statusCode).toBe(400);
    expect(managers.json()).toMatchObject({
      message: 'Announcement message is required.',
      fields: { announcement: 'Announcement message is required.' },
    });
    const suggested = await server.call('POST', '/announcements/submit', { as: resident, body });
    expect(suggested.statusCode).toBe(400);
    expect(suggested.json()).toMatchObject({ message: 'Please enter a message for your announcement.' });
    expect(await list(manager)).toEqual([]);
  },
);

test('an announcement has at most 5,000 UTF-16 units', async () => {
  const longest = '🏠'.repeat(2500);
  expect((await publish(longest)).announcement).toBe(longest);
  const response = await server.call('POST', '/announcements/submit', {
    as: resident,
    body: { announcement: `${longest}!` },
  });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ message: 'Please use at most 5000 characters.' });
});

test('the type of an announcement is matched without regard to case', async () => {
  const made = await publish('Pipes burst.', { announcement_type: 'uRGENT' });
  expect(made.announcement_type).toBe('Urgent');
  expect(await list(resident)).toMatchObject([{ announcement_type: 'Urgent' }]);
});

test.each(['Party', '', 7, undefined])('the type %s of an announcement is refused', async (type) => {
  const body = { announcement: 'Hello', announcement_type: type };
  const response = await server.call('POST', '/announcements', { as: manager, body });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ fields: { announcement_type: 'Please choose a type.' } });
});

test('a publish time in the past, or an invalid one, is refused', async () => {
  for (const [publish_at, message] of [
    [fromNow(-1000), 'Please choose a publish time that is not in the past.'],
    ['tomorrow', 'Please give a date and time.'],
  ]) {
    const body = { announcement: 'Hello', announcement_type: 'General', publish_at };
    const response = await server.call('POST', '/announcements', { as: manager, body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { publish_at: message } });
  }
  expect(await list(manager)).toEqual([]);
});

test('an edit changes text, type and publish time, and ignores the date it sends', async () => {
  const { id } = await publish('Hello');
  const at = fromNow(HOUR);
  const body = { announcement: 'Good bye', announcement_type: 'Urgent', publish_at: at, date: 'whenever' };
  const response = await edit(id, body);
  expect(response.statusCode, response.body).toBe(200);
  expect(response.json()).toMatchObject({
    announcement: 'Good bye',
    announcement_type: 'Urgent',
    publish_at: at,
    status: 'approved',
  });
  expect(await textsFor(resident)).toEqual([]);
});

test('an edit may keep a past publish time, but not set another past one', async () => {
  const { id } = await publish('Hello');
  const past = fromNow(-48 * HOUR);
  await server.database.sql`update announcements set publish_at = ${past} where id = ${id}`;
  const body = { announcement: 'Hello again', announcement_type: 'General' };
  expect((await edit(id, { ...body, publish_at: past })).json()).toMatchObject({ publish_at: past });
  const other = await edit(id, { ...body, publish_at: fromNow(-24 * HOUR) });
  expect(other.statusCode).toBe(400);
  expect(other.json()).toMatchObject({
    message: 'Please choose a publish time that is not in the past.',
  });
});

test('clearing the publish time publishes a scheduled announcement now, and leaves a published one unchanged', async () => {
  const scheduled = await publish('Scheduled', { publish_at: fromNow(HOUR) });
  const out = await publish('Out');
  const past = fromNow(-48 * HOUR);
  await server.database.sql`update announcements set publish_at = ${past} where id = ${out.id}`;
  const body = { announcement: 'Edited', announcement_type: 'General', publish_at: null };
  await edit(scheduled.id, body);
  expect((await edit(out.id, body)).json<Announcement>().publish_at).toBe(past);
  expect((await list(resident)).map(({ id }) => id)).toEqual([scheduled.id, out.id]);
});

test('an edit without a publish time keeps it', async () => {
  const at = fromNow(HOUR);
  const { id } = await publish('Scheduled', { publish_at: at });
  const response = await edit(id, { announcement: 'Still scheduled', announcement_type: 'General' });
  expect(response.json()).toMatchObject({ announcement: 'Still scheduled', publish_at: at });
});

test('a deleted announcement is hidden from everyone, and cannot be deleted, edited or approved', async () => {
  const { id } = await suggest('Bike for sale');
  const deleted = await server.call('DELETE', `/announcements/${id}`, { as: manager });
  expect(deleted.json()).toEqual({ message: 'Announcement deleted successfully!' });
  expect(await list(resident)).toEqual([]);
  const body = { announcement: 'Hello', announcement_type: 'General' };
  for (const response of [
    await server.call('DELETE', `/announcements/${id}`, { as: manager }),
    await edit(id, body),
    await decide(id, 'approved'),
  ]) {
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ message: 'This announcement is not there any more.' });
  }
});

test('a resident cannot publish, edit, approve, reject or delete announcements, not even their own suggestion', async () => {
  const { id } = await suggest('Bike for sale');
  const body = { announcement: 'Mine', announcement_type: 'General' };
  for (const response of [
    await server.call('POST', '/announcements', { as: resident, body }),
    await server.call('PUT', `/announcements/${id}`, { as: resident, body }),
    await decide(id, 'approved', resident),
    await server.call('DELETE', `/announcements/${id}`, { as: resident }),
  ]) {
    expect(response.statusCode).toBe(403);
  }
  expect(await list(manager)).toMatchObject([{ announcement: 'Bike for sale', status: 'pending' }]);
});

test('reading and suggesting announcements is refused without signing in', async () => {
  expect((await server.call('GET', '/announcements')).statusCode).toBe(401);
  const body = { announcement: 'Hello' };
  expect((await server.call('POST', '/announcements/submit', { body })).statusCode).toBe(401);
});

test('a suggestion sent twice with one key is stored once and answered the same', async () => {
  const key = { 'idempotency-key': '0b7c2f6e-52b6-4a5c-8a55-3f3c3f1f7d10' };
  const send = () =>
    server.call('POST', '/announcements/submit', {
      as: resident,
      body: { announcement: 'Bike for sale' },
      headers: key,
    });
  const [first, second] = await Promise.all([send(), send()]);
  expect(second.body).toBe(first.body);
  expect(await textsFor(manager)).toEqual(['Bike for sale']);
});

test('a scheduled announcement sent again with its key after the publish time gets the stored answer', async () => {
  const options = {
    as: manager,
    body: { announcement: 'Soon', announcement_type: 'General', publish_at: fromNow(150) },
    headers: { 'idempotency-key': '7a4cfc0e-7b3c-4b1a-9a53-0a2f7a0e9b11' },
  };
  const first = await server.call('POST', '/announcements', options);
  expect(first.statusCode, first.body).toBe(201);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const second = await server.call('POST', '/announcements', options);
  expect(second.statusCode).toBe(201);
  expect(second.body).toBe(first.body);
});

test('each change of an announcement has an audit entry, also its deletion', async () => {
  const made = await publish('The pool opens on Saturday.');
  await edit(made.id, { announcement: 'The pool opens on Sunday.', announcement_type: 'Community' });
  await edit(made.id, { announcement: 'The pool opens on Sunday.', announcement_type: 'Community' });
  await server.call('DELETE', `/announcements/${made.id}`, { as: manager });
  const approved = await suggest('Bike for sale');
  await decide(approved.id, 'approved');
  const rejected = await suggest('Car for sale');
  await decide(rejected.id, 'rejected');
  await decide(rejected.id, 'approved');

  const answer = await server.call('GET', '/audit?subject=announcement', { as: manager });
  const entries = answer.json<AuditEntry[]>().filter(({ subject_id }) => subject_id >= made.id);
  expect(entries.map(({ subject_id, action, last_name }) => [subject_id, action, last_name])).toEqual([
    [rejected.id, 'rejected', 'Reyes'],
    [approved.id, 'approved', 'Reyes'],
    [made.id, 'deleted', 'Reyes'],
    [made.id, 'changed', 'Reyes'],
    [made.id, 'created', 'Reyes'],
  ]);
  expect(entries[0]?.changes).toEqual({ status: { before: 'pending', after: 'rejected' } });
  expect(entries[2]?.changes).toMatchObject({
    announcement: { before: 'The pool opens on Sunday.', after: null },
  });
  expect(entries[3]?.changes).toEqual({
    announcement: { before: 'The pool opens on Saturday.', after: 'The pool opens on Sunday.' },
    announcement_type: { before: 'General', after: 'Community' },
  });
  expect(entries[4]?.changes).toMatchObject({ status: { before: null, after: 'approved' } });
});

test.each(['9999-12-31T23:59:59.999-23:59', '0000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'])(
  'the publish time %s is refused at its field',
  async (publish_at) => {
    const made = await publish('The pool opens on Saturday.');
    const body = { announcement: 'The pool opens.', announcement_type: 'General', publish_at };
    for (const answer of [
      await server.call('POST', '/announcements', { as: manager, body }),
      await edit(made.id, body),
    ]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        fields: { publish_at: 'Please give a date from 2000 to 2099.' },
      });
    }
  },
);
