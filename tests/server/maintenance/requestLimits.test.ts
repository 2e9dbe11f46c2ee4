import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import {
  MOST_EVENTS,
  MOST_EVENTS_OF_RESIDENT,
  MOST_EVENTS_PER_HOUR,
} from '../../../contract/maintenance/requestEvents.ts';
import { list, made } from '../../support/server/resources/maintenance.ts';
import { add, added, ago } from '../../support/server/resources/requestEvents.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

const [MANAGER, RESIDENT] = [1, 2];

beforeEach(async () => {
  await server.database.sql`delete from maintenance_requests`;
  await server.database.sql`delete from attempts`;
});

/** A request that was reported so many days ago. */
async function reported(days = 40, as = resident): Promise<number> {
  const { id } = await made(as, { information: 'It drips.', ...(as === manager ? { unit_id: '1' } : {}) });
  await server.database.sql`update maintenance_requests set created_at = ${ago(days)} where id = ${id}`;
  return id;
}

/** So many replies of a person to a request. */
const replies = (id: number, author: number, count: number) => server.database.sql`
  insert into maintenance_events (maintenance_request_id, kind, author_id, by_management, acted_at, text)
  select ${id}, 'reply', ${author}, ${author === MANAGER}, now(), 'x' from generate_series(1, ${count})`;

test('a request takes so many events and no more, but is still marked complete', async () => {
  const id = await reported();
  await replies(id, MANAGER, MOST_EVENTS);
  const answer = await add(resident, id, { kind: 'reply', text: 'One more' });
  expect([answer.statusCode, answer.json<Failure>().code]).toEqual([409, 'full']);
  await added(manager, id, { kind: 'done' });
  const again = await add(resident, id, { kind: 'reopened' });
  expect(again.json<Failure>().code).toBe('full');
  expect((await list(manager))[0]?.completed).toBe(true);
});

test('one resident cannot fill a request on which others have something to say', async () => {
  const id = await reported(40, manager);
  await replies(id, RESIDENT, MOST_EVENTS_OF_RESIDENT);
  const answer = await add(resident, id, { kind: 'reply', text: 'One more' });
  expect([answer.statusCode, answer.json<Failure>().code]).toEqual([409, 'full']);
  await added(manager, id, { kind: 'reply', text: 'We come tomorrow.' });
});

/** What a person has added to requests within this hour. */
const spent = (person: number, count: number) => server.database.sql`
  insert into attempts (subject, spent) values (${`request events ${person}`}, ${count})`;

test('a person adds so much within an hour and no more, managers too', async () => {
  const id = await reported();
  await spent(MANAGER, MOST_EVENTS_PER_HOUR);
  const answer = await add(manager, id, { kind: 'reply', text: 'One more' });
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['retry-after']).toBeDefined();
  await added(resident, id, { kind: 'reply', text: 'Of another person' });
  await added(manager, id, { kind: 'done' });
});

test('of several replies at once no more are taken than are left of the hour', async () => {
  const ids = [await reported(), await reported(), await reported()];
  await spent(RESIDENT, MOST_EVENTS_PER_HOUR - 1);
  const all = await Promise.all(ids.map((id) => add(resident, id, { kind: 'reply', text: 'Now' })));
  expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([201, 429, 429]);
});
