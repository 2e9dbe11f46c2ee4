import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import type { Announcement } from '../../../contract/announcements/announcement.ts';
import { notifyOfPublished } from '../../../server/resources/announcements/notifyOfPublished.ts';
import { followChanges } from '../../support/server/changeStreams.ts';
import { askChanges, cursorOf } from '../../support/server/lists/listFeed.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { manager, neighbour, newcomer, resident, server, testWith } from '../../support/server/world.ts';
import { MANAGER, NEIGHBOUR, RESIDENT, told } from '../../support/server/notifications/events.ts';
import {
  decide,
  edit,
  fromNow,
  HOUR,
  publish,
  suggest,
  textsFor,
} from '../../support/server/resources/announcements.ts';

const test = testWith(UNLIMITED);
/** The resident lives at Maple Court, the neighbour from here on at Harbor House, the newcomer nowhere yet. */
const [MAPLE, HARBOR] = [1, 2];
const AT_HARBOR = 4;

const post = { announcement: 'The lift is repaired.', announcement_type: 'General' };
const moveTo = async (unit: number | null) => {
  const answer = await server.call('PUT', `/users/${RESIDENT}`, { as: manager, body: { unit } });
  expect(answer.statusCode, answer.body).toBe(200);
};

test.beforeAll(async () => {
  await server.database.sql`update users set unit = ${AT_HARBOR} where id = ${NEIGHBOUR}`;
});
afterEach(async () => {
  await moveTo(1);
  const { sql } = server.database;
  await sql`delete from announcements`;
  await sql`delete from notification_events`;
});

test('an announcement for a property is read by its residents and by management, and by nobody else', async () => {
  const made = await publish(post.announcement, { property_ids: [HARBOR] });
  expect(made.property_ids).toEqual([HARBOR]);
  expect(await textsFor(neighbour)).toEqual([post.announcement]);
  expect(await textsFor(manager)).toEqual([post.announcement]);
  expect(await textsFor(resident)).toEqual([]);
  expect(await textsFor(newcomer)).toEqual([]);
});

test('an announcement that names no property is for everyone', async () => {
  const made = await publish(post.announcement);
  expect(made.property_ids).toBeNull();
  for (const as of [resident, neighbour, newcomer, manager]) {
    expect(await textsFor(as)).toEqual([post.announcement]);
  }
});

test('an edit that names no property leaves whom it is for, and null is for everyone', async () => {
  const { id } = await publish(post.announcement, { property_ids: [HARBOR, MAPLE, HARBOR] });
  expect((await edit(id, post)).json<Announcement>().property_ids).toEqual([MAPLE, HARBOR]);
  expect((await edit(id, { ...post, property_ids: null })).json<Announcement>().property_ids).toBeNull();
});

test('a property must be chosen, and be there', async () => {
  for (const [property_ids, message] of [
    [[], 'Please choose a property.'],
    [['1'], 'Please choose a property.'],
    [[MAPLE, 9999], 'A property that you chose is not there any more.'],
  ]) {
    const answer = await server.call('POST', '/announcements', {
      as: manager,
      body: { ...post, property_ids },
    });
    expect(answer.statusCode).toBe(400);
    expect(JSON.stringify(answer.json<{ fields: object }>().fields)).toContain(message);
  }
});

test('a suggestion is for everyone, until management chooses, and its author reads it all the same', async () => {
  const shared = await suggest('Bike for sale');
  await decide(shared.id, 'approved');
  expect(await textsFor(neighbour)).toEqual(['Bike for sale']);
  const { id } = await suggest('Couch for sale', neighbour);
  await edit(id, { ...post, announcement: 'Couch for sale', property_ids: [MAPLE] });
  await decide(id, 'approved');
  expect(await textsFor(resident)).toEqual(['Couch for sale', 'Bike for sale']);
  expect(await textsFor(neighbour)).toEqual(['Couch for sale', 'Bike for sale']);
  expect(await textsFor(newcomer)).toEqual(['Bike for sale']);
});

test('those alone are told of it who may read it', async () => {
  await publish(post.announcement, { property_ids: [HARBOR] });
  const at = fromNow(HOUR);
  const { id } = await publish('Later', { property_ids: [MAPLE], publish_at: at });
  await server.database.sql`update announcements set publish_at = now() where id = ${id}`;
  await notifyOfPublished(server.database);
  expect(await told()).toEqual([
    ['announcement_published', [NEIGHBOUR]],
    ['announcement_published', [RESIDENT]],
  ]);
});

test('when it is for others, they are told of it, and what was told is taken from whom it is not for any more', async () => {
  const { id } = await publish(post.announcement, { property_ids: [HARBOR] });
  await edit(id, { ...post, property_ids: [MAPLE] });
  expect(await told()).toEqual([
    ['announcement_published', []],
    ['announcement_published', [RESIDENT]],
  ]);
  await edit(id, { ...post, property_ids: [MAPLE] });
  expect(await told()).toHaveLength(2);
  // Taken back until later, it is told anew then, to each once.
  await edit(id, { ...post, publish_at: fromNow(HOUR) });
  await server.database.sql`update announcements set publish_at = now() where id = ${id}`;
  await notifyOfPublished(server.database);
  expect(await told()).toEqual([['announcement_published', [RESIDENT]]]);
  expect((await told()).flat(2)).not.toContain(MANAGER);
});

test('whoever moves away reads it no more, nor what they were told of it, and whoever moves in reads it', async () => {
  await publish(post.announcement, { property_ids: [MAPLE] });
  const bell = async () => (await server.call('GET', '/notifications', { as: resident })).body;
  expect(await bell()).toContain(post.announcement);
  const cursor = await cursorOf(server, resident, '/announcements');
  const followed = await followChanges(server, resident);
  await moveTo(AT_HARBOR);
  await followed.told('listAnnouncements', 'listNotifications');
  followed.close();
  expect(await textsFor(resident)).toEqual([]);
  expect(await bell()).not.toContain(post.announcement);
  const { lists } = await askChanges(server, resident, { [cursor]: ['listAnnouncements'] });
  expect(lists).toEqual({ listAnnouncements: 'whole' });
  await moveTo(null);
  expect(await textsFor(resident)).toEqual([]);
  await moveTo(2);
  expect(await textsFor(resident)).toEqual([post.announcement]);
});

test('where a home comes to another property, its residents’ open apps read that one’s announcements', async () => {
  await publish(post.announcement, { property_ids: [HARBOR] });
  const followed = await followChanges(server, resident);
  const put = (property_id: number) =>
    server.call('PATCH', '/units/1', { as: manager, body: { property_id, unit_number: '1' } });
  expect((await put(HARBOR)).statusCode).toBe(200);
  await followed.told('listAnnouncements');
  expect(await textsFor(resident)).toEqual([post.announcement]);
  // The open stream is told from now on what changes for that property.
  followed.events.length = 0;
  await publish('The lift works.', { property_ids: [HARBOR] });
  await followed.told('listAnnouncements');
  followed.close();
  await put(MAPLE);
});

test('an open app is told of what is for its property, and not of what is for another one', async () => {
  const [mine, theirs] = [await followChanges(server, resident), await followChanges(server, neighbour)];
  const { id } = await publish(post.announcement, { property_ids: [HARBOR] });
  await theirs.told('listAnnouncements', 'listNotifications');
  await pause(700);
  expect(mine.events.flat()).toEqual([]);
  // It leaves the lists of those who had it.
  const cursor = await cursorOf(server, neighbour, '/announcements');
  await edit(id, { ...post, property_ids: [MAPLE] });
  await mine.told('listAnnouncements');
  const { lists } = await askChanges(server, neighbour, { [cursor]: ['listAnnouncements'] });
  expect(lists).toEqual({ listAnnouncements: { changed: [], left: [id] } });
  mine.close();
  theirs.close();
});

test('an announcement whose property is deleted is for nobody, and one for several is for the others', async () => {
  const { sql } = server.database;
  const [gone] = await sql<{ id: number }>`
    insert into properties (property_name, address) values ('Gone Court', '1 Street') returning id`;
  await publish('For one', { property_ids: [gone!.id] });
  await publish('For two', { property_ids: [MAPLE, gone!.id] });
  expect((await server.call('DELETE', `/properties/${gone!.id}`, { as: manager })).statusCode).toBe(200);
  const all = (await server.call('GET', '/announcements', { as: manager })).json<Announcement[]>();
  expect(all.map(({ property_ids }) => property_ids)).toEqual([[MAPLE], []]);
  expect(await textsFor(resident)).toEqual(['For two']);
  expect(await textsFor(neighbour)).toEqual([]);
});

test('whom an announcement is for stands in its record of changes by name', async () => {
  const { id } = await publish(post.announcement, { property_ids: [HARBOR] });
  await edit(id, { ...post, property_ids: [MAPLE, HARBOR] });
  await edit(id, { ...post, property_ids: null });
  const entries = (await server.call('GET', `/audit?subject=announcement&id=${id}`, { as: manager })).json<
    { changes: { properties?: unknown } }[]
  >();
  expect(entries.map(({ changes }) => changes.properties)).toEqual([
    { before: 'Maple Court, Harbor House', after: null },
    { before: 'Harbor House', after: 'Maple Court, Harbor House' },
    { before: null, after: 'Harbor House' },
  ]);
});
