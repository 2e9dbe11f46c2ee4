import { afterEach, expect } from 'vitest';
import type { Announcement } from '../../../contract/announcements/announcement.ts';
import { manager, neighbour, resident, server, test } from '../../support/server/world.ts';
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
