import { afterEach, expect } from 'vitest';
import type { Announcement } from '../../../contract/announcements/announcement.ts';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';
import {
  HOUR,
  fromNow,
  list,
  textsFor,
  publish,
  suggest,
  edit,
  decide,
} from '../../support/server/resources/announcements.ts';

afterEach(async () => {
  await server.database.sql`delete from announcements`;
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
