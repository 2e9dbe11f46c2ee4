import { expect } from 'vitest';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import type { AddedEvent, RequestEvent } from '../../../contract/maintenance/requestEvents.ts';
import type { User } from '../../../contract/users/user.ts';
import { rememberUser } from '../../../src/offline/engine/deviceUser.ts';
import type { OutboxItem } from '../../../src/offline/engine/database.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { itemsOf } from '../../../src/offline/engine/outbox/unsentItems.ts';
import { discard } from '../../../src/offline/engine/outbox/revise.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { withUnsent } from '../../../src/offline/subjects/maintenance/maintenanceList.ts';
import { eventsWithUnsent } from '../../../src/offline/subjects/maintenance/requestEvents.ts';
import { MANAGER, ROBIN } from '../../support/offline/device.ts';
import { net, phone, test } from '../../support/offline/world.ts';
import { manager, resident, server } from '../../support/server/world.ts';

/** A request of Robin’s that the server has. */
async function reported(): Promise<MaintenanceRequest> {
  phone.person = ROBIN;
  await phone.report('It drips');
  await phone.send();
  const [request] = await phone.onServer();
  return request!;
}

/** Says something on the phone of a person, as the screens do. */
async function say(
  by: number,
  { id, information }: MaintenanceRequest,
  kind: AddedEvent,
  details: object = {},
): Promise<OutboxItem> {
  // No two people act in the same millisecond.
  await new Promise((resolve) => setTimeout(resolve, 2));
  return queue({
    ...{ userId: by, route: 'addRequestEvent', record: `maintenance:${id}` },
    input: { params: { id: String(id) }, body: { kind, ...details } },
    shown: { unit: '', information, by_management: by === MANAGER },
  });
}

/** Sends what is on the phone of a person, whose session no other phone has. */
async function sendOf(person: number): Promise<void> {
  phone.person = person;
  await phone.send();
}

async function told(id: number, as = resident): Promise<RequestEvent[]> {
  return (await server.call('GET', `/maintenance/${id}/events`, { as })).json();
}
const words = (events: readonly RequestEvent[]) =>
  events.map(({ kind, text }) => (kind === 'reported' || text === null ? kind : text));

test('two phones that reply, schedule and complete without a connection merge in the order of when people acted, whoever sends first', async () => {
  const request = await reported();
  net.offline = true;
  await say(ROBIN, request, 'reply', { text: 'Thursday is fine' });
  await say(MANAGER, request, 'scheduled', { visit_on: '2030-05-02', visitor: 'Al' });
  await say(ROBIN, request, 'reply', { text: 'The dog is away' });
  await say(MANAGER, request, 'assigned', { vendor: 'Ace' });
  await say(MANAGER, request, 'done', { text: 'New washer' });
  await say(ROBIN, request, 'reply', { text: 'Thank you' });
  net.offline = false;
  net.fail(/events/, 'answer lost', 'delivered twice');
  await sendOf(MANAGER);
  await sendOf(MANAGER);
  await sendOf(ROBIN);
  await sendOf(ROBIN);
  expect([...(await itemsOf(MANAGER)), ...(await itemsOf(ROBIN))]).toEqual([]);
  expect(words(await told(request.id))).toEqual([
    'reported',
    'Thursday is fine',
    'scheduled',
    'The dog is away',
    'assigned',
    'New washer',
    'Thank you',
  ]);
  const [now] = await phone.onServer();
  expect(now).toMatchObject({ completed: true, progress: { assignee: 'Ace', visit: { on: '2030-05-02' } } });
});

test('a resident who says without a connection that it is still not fixed opens the request again once that is sent', async () => {
  const request = await reported();
  await say(MANAGER, request, 'done');
  await sendOf(MANAGER);
  net.offline = true;
  await say(ROBIN, request, 'reopened', { text: 'It drips again' });
  net.offline = false;
  await sendOf(ROBIN);
  expect(await phone.onServer()).toMatchObject([{ completed: false }]);
});

test('the timeline and the list show at once what is unsent, and as much once it is sent', async () => {
  const request = await reported();
  await rememberUser({ id: MANAGER } as User);
  phone.person = MANAGER;
  const params = { id: String(request.id) };
  await fetchAndCache(MANAGER, 'listRequestEvents', { params }, (call) => call(manager));
  await fetchAndCache(MANAGER, 'listMaintenance', {}, (call) => call(manager));
  const shown = async () => {
    const items = await itemsOf(MANAGER);
    const events = (await readCached(MANAGER, 'listRequestEvents', { params }))!.answer;
    const list = (await readCached(MANAGER, 'listMaintenance', {}))!.answer;
    const [listed] = withUnsent(list, items);
    return {
      told: words(eventsWithUnsent(events, items, request.id).map(({ event }) => event)),
      completed: listed!.completed,
      waiting_for: listed!.progress.waiting_for,
      unsent: listed!.unsent.length,
    };
  };
  net.offline = true;
  await say(MANAGER, request, 'reply', { text: 'We come' });
  await say(MANAGER, request, 'done');
  const whole = { told: ['reported', 'We come', 'done'], completed: true, waiting_for: 'resident' };
  expect(await shown()).toEqual({ ...whole, unsent: 2 });
  net.offline = false;
  await phone.send();
  expect(await shown()).toEqual({ ...whole, unsent: 0 });
});

test('undoing “complete” before it was sent leaves nothing, and after that says that management reopened it, also on a device that keeps no words', async () => {
  const request = await reported();
  net.offline = true;
  const early = await say(MANAGER, request, 'done');
  expect(await discard(early.id)).toBeUndefined();
  expect(await itemsOf(MANAGER)).toEqual([]);

  net.offline = false;
  const sent = await say(MANAGER, request, 'done');
  await sendOf(MANAGER);
  await discard(sent.id);
  await phone.send();
  expect((await told(request.id)).map(({ kind }) => kind)).toEqual(['reported', 'done', 'reopened']);
  expect(await phone.onServer()).toMatchObject([{ completed: false }]);
});

test('undoing “complete” whose answer was lost reopens the request, and leaves the reply before it', async () => {
  const request = await reported();
  const reply = await say(MANAGER, request, 'reply', { text: 'We come' });
  await sendOf(MANAGER);
  const done = await say(MANAGER, request, 'done');
  net.fail(/events/, 'answer lost');
  await sendOf(MANAGER);
  await discard(done.id);
  await discard(reply.id);
  await phone.send();
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(words(await told(request.id))).toEqual(['reported', 'We come', 'done', 'reopened']);
});

test('what a request takes no more stays on the phone with the reason', async () => {
  const request = await reported();
  await say(ROBIN, request, 'reopened', { text: 'Still not fixed' });
  await sendOf(ROBIN);
  const [kept] = await phone.waiting();
  expect(kept?.refusal?.failure.message).toBe('This request was not marked complete yet.');
  expect(kept?.input.body).toEqual({ kind: 'reopened', text: 'Still not fixed' });
});
