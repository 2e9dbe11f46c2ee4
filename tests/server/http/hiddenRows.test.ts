import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import { followChanges } from '../../support/server/changeStreams.ts';
import { askChanges, cursorOf } from '../../support/server/lists/listFeed.ts';
import { reportForm, UNLIMITED } from '../../support/server/server.ts';
import { manager, neighbour, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith(UNLIMITED);
const NEIGHBOUR = 3;
const ANOTHER_UNIT = '2';
/** In which the resident has no home. */
const ANOTHER_PROPERTY = 2;

/** The paged lists that a resident reads, of the contract's table. */
const lists = (Object.values(routes) as Route[]).filter(({ paged, who }) => paged && who !== 'manager');

const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const inDays = (days: number) => inMs(days * 24 * 60 * 60_000);

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
async function change(method: Method, path: string, as: string, sent?: { body?: object; form?: FormData }) {
  const answer = await server.call(method, path, { as, ...sent });
  expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(300);
  return answer.json<{ id: number }>().id;
}

/** By each list that a resident reads: changes of rows that this resident never sees, one after the other. */
const HIDDEN: Record<string, () => Promise<(() => Promise<unknown>)[]>> = {
  '/announcements': async () => {
    const post = { announcement: 'The lease of unit 4 ends.', announcement_type: 'General' };
    let scheduled = 0;
    let suggested = 0;
    let rejected = 0;
    let elsewhere = 0;
    const forOthers = { ...post, property_ids: [ANOTHER_PROPERTY] };
    return Promise.resolve([
      async () => {
        elsewhere = await change('POST', '/announcements', manager, { body: forOthers });
      },
      () =>
        change('PUT', `/announcements/${elsewhere}`, manager, { body: { ...post, announcement: 'Done.' } }),
      // Its time comes: what is told by the time alone is of those who may read it too.
      () =>
        change('PUT', `/announcements/${elsewhere}`, manager, { body: { ...post, publish_at: inMs(300) } }),
      () => pause(400),
      () => change('DELETE', `/announcements/${elsewhere}`, manager),
      async () => {
        scheduled = await change('POST', '/announcements', manager, {
          body: { ...post, publish_at: inDays(1) },
        });
      },
      () =>
        change('PUT', `/announcements/${scheduled}`, manager, { body: { ...post, publish_at: inDays(2) } }),
      () => change('PUT', '/users/1', manager, { body: { lastName: 'Zola' } }),
      () => change('DELETE', `/announcements/${scheduled}`, manager),
      async () => {
        suggested = await change('POST', '/announcements/submit', neighbour, { body: post });
      },
      () =>
        change('PUT', `/announcements/${suggested}`, manager, { body: { ...post, publish_at: inDays(3) } }),
      () =>
        server.database.sql`
          update announcements set status = 'approved', publish_at = ${inDays(3)} where id = ${suggested}`,
      () => change('DELETE', `/announcements/${suggested}`, manager),
      async () => {
        rejected = await change('POST', '/announcements/submit', neighbour, { body: post });
      },
      () => change('PATCH', `/announcements/${rejected}/status`, manager, { body: { status: 'rejected' } }),
      () => change('DELETE', `/announcements/${rejected}`, manager),
    ]);
  },
  '/maintenance': async () => {
    const form = () => reportForm({ information: 'A private matter.' });
    const own = await change('POST', '/maintenance', neighbour, { form: form() });
    return [
      () => change('POST', '/maintenance', neighbour, { form: form() }),
      () => change('PUT', `/maintenance/${own}`, neighbour, { form: form() }),
      () => change('DELETE', `/maintenance/${own}`, neighbour),
      () =>
        change('POST', '/maintenance', manager, {
          form: reportForm({ information: 'Check the roof.', unit_id: ANOTHER_UNIT }),
        }),
      () => change('PUT', '/users/3', neighbour, { body: { firstName: 'Zed' } }),
    ];
  },
  '/messages': async () => {
    const thread = `/messages/${randomUUID()}`;
    const write = (as: string) => () => change('POST', thread, as, { body: { text: 'A private matter.' } });
    const up_to = await write(neighbour)();
    return [
      write(neighbour),
      write(manager),
      () => change('PUT', `${thread}/read`, neighbour, { body: { up_to } }),
      () => change('PUT', `${thread}/read`, manager, { body: { up_to } }),
      () => change('POST', thread, manager, { body: { kind: 'closed' } }),
      () => change('PUT', '/users/3', neighbour, { body: { firstName: 'Zoe' } }),
      () => server.database.sql`delete from message_threads`,
    ];
  },
  '/transactions/my-history': async () => {
    const body = { userId: NEIGHBOUR, amount: 25 };
    const charged = await change('POST', '/transactions/charge', manager, {
      body: { ...body, description: 'Lost key' },
    });
    return [
      () => change('POST', '/transactions/record-payment', manager, { body }),
      () => change('POST', `/transactions/${charged}/reversal`, manager, { body: { reason: 'Found it' } }),
    ];
  },
  // Everybody sees all of them.
  '/properties': () => Promise.resolve([]),
};

test('no list of residents is left out here', () => {
  expect(lists.map(({ path }) => path).sort()).toEqual(Object.keys(HIDDEN).sort());
});

test.for(lists.map(({ path }) => path))(
  'a refresh of %s names no row that its reader may not see, nor tells that it changed',
  async (path) => {
    const changes = (await HIDDEN[path]?.()) ?? [];
    const [key] = Object.entries<Route>(routes).find(([, route]) => route.paged && route.path === path) ?? [
      '',
    ];
    let cursor = await cursorOf(server, resident, path);
    for (const [index, make] of changes.entries()) {
      await make();
      const answer = await askChanges(server, resident, { [cursor]: [key] });
      expect([index, answer.lists]).toEqual([index, {}]);
      cursor = answer.cursor;
    }
  },
);

test('an open app is not told of an announcement that is published later', async () => {
  const followed = await followChanges(server, resident);
  const post = { announcement: 'The water will be off.', announcement_type: 'General' };
  await change('POST', '/announcements', manager, { body: { ...post, publish_at: inDays(1) } });
  await pause(700);
  expect(followed.events.flat()).not.toContain('listAnnouncements');
  followed.close();
});

test('an announcement that is taken back to be published later leaves the lists of those who have it', async () => {
  const post = { announcement: 'The water is off.', announcement_type: 'General' };
  const id = await change('POST', '/announcements', manager, { body: post });
  const cursor = await cursorOf(server, resident, '/announcements');
  await change('PUT', `/announcements/${id}`, manager, { body: { ...post, publish_at: inDays(1) } });
  const { lists } = await askChanges(server, resident, { [cursor]: ['listAnnouncements'] });
  expect(lists).toEqual({ listAnnouncements: { changed: [], left: [id] } });
});
