import { beforeEach, expect } from 'vitest';
import { MOST_WAITING_EVENTS, type ListedRequestEvent } from '../../../contract/maintenance/requestEvents.ts';
import { made } from '../../support/server/resources/maintenance.ts';
import { added, ago, eventsOf } from '../../support/server/resources/requestEvents.ts';
import { manager, neighbour, resident, server, test } from '../../support/server/world.ts';

beforeEach(async () => {
  await server.database.sql`delete from maintenance_requests`;
  await server.database.sql`delete from attempts`;
});

const reported = async (as = resident) => (await made(as, { information: 'It drips.' })).id;
async function waiting(as: string): Promise<ListedRequestEvent[]> {
  const answer = await server.call('GET', '/maintenance/events', { as });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

test('what happened with every request that waits is read at once, to each reader as one by one', async () => {
  const [one, other] = [await reported(), await reported(neighbour)];
  await added(resident, one, { kind: 'reply', text: 'It is worse' });
  await added(manager, one, { kind: 'note', text: 'Bring a ladder' });
  await added(manager, other, { kind: 'assigned', vendor: 'Ace', vendor_phone: '555-123-4567' });
  const of = (as: string, events: ListedRequestEvent[]) =>
    Promise.all(
      [other, one].map(async (id) => {
        const own = events.filter(({ request_id }) => request_id === id);
        if (own.length > 0)
          expect(own).toEqual((await eventsOf(as, id)).map((event) => ({ ...event, request_id: id })));
        return own.map(({ kind }) => kind);
      }),
    );
  expect(await of(manager, await waiting(manager))).toEqual([
    ['reported', 'assigned'],
    ['reported', 'reply', 'note'],
  ]);
  expect(await of(resident, await waiting(resident))).toEqual([[], ['reported', 'reply']]);
  expect(await of(neighbour, await waiting(neighbour))).toEqual([['reported', 'assigned'], []]);
});

test('a request waits until it can be confirmed no more', async () => {
  const [recent, old, cancelled] = [await reported(), await reported(), await reported()];
  await server.database.sql`update maintenance_requests set created_at = ${ago(60)}`;
  await added(manager, recent, { kind: 'done' }, { at: ago(13) });
  await added(manager, old, { kind: 'done' }, { at: ago(15) });
  await server.call('DELETE', `/maintenance/${cancelled}`, { as: resident });
  expect(new Set((await waiting(resident)).map(({ request_id }) => request_id))).toEqual(new Set([recent]));
});

test('no more events are read together than are told, and no conversation in part', async () => {
  const [oldest, newest] = [await reported(), await reported()];
  await server.database.sql`
    insert into maintenance_events (maintenance_request_id, kind, by_management, acted_at, text)
    select ${oldest}, 'reply', true, now(), 'x' from generate_series(1, ${MOST_WAITING_EVENTS - 2})`;
  await added(manager, newest, { kind: 'reply', text: 'We come.' });
  const ids = (await waiting(manager)).map(({ request_id }) => request_id);
  expect([ids.length, new Set(ids)]).toEqual([2, new Set([newest])]);
});
