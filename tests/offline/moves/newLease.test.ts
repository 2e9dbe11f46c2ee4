import { beforeEach, expect } from 'vitest';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { User } from '../../../contract/users/user.ts';
import { database } from '../../../src/offline/engine/database.ts';
import { forgetLastUser } from '../../../src/offline/engine/deviceUser.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { NAMED_DISCARDED } from '../../../src/offline/engine/outbox/itemState.ts';
import { findOutcome, waitForOutcome } from '../../../src/offline/engine/outbox/outcomes.ts';
import { revise } from '../../../src/offline/engine/outbox/revise.ts';
import { unsentIdOf } from '../../../src/offline/subjects/leases/leases.ts';
import { MANAGER, ROBIN } from '../../support/offline/device.ts';
import {
  handOver,
  lease,
  leaseBody,
  nowhere,
  onServer,
  people,
  personBody,
  receive,
  ROBIN_HALE,
  shownLease,
  writeDown,
} from '../../support/offline/outbox/named.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { manager, server } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
// A home has one lease at a time.
beforeEach(() => server.database.sql`update leases set starts = '2000-01-01', ends = '2000-01-31'`);

test('a lease that was written without a connection is in the list as soon as it is sent', async () => {
  await fetchAndCache(MANAGER, 'listLeases', {}, (call) => call(manager));
  net.offline = true;
  await lease([ROBIN_HALE]);
  net.offline = false;
  await phone.send();
  const [made] = await onServer();
  const listed = (await readCached(MANAGER, 'listLeases', {}))!.answer;
  expect(listed.find(({ id }) => id === made!.id)).toMatchObject({ tenants: [{ id: ROBIN }], ends: null });
});

test('a lease of a home that somebody else leased meanwhile waits for a decision, and is sent for another unit', async () => {
  const item = await lease([ROBIN_HALE]);
  const theirs = await server.call('POST', '/leases', { as: manager, body: leaseBody([ROBIN_HALE]) });
  expect(await phone.send()).toEqual({ sent: 0, left: 'nothing' });
  expect(await phone.waiting()).toMatchObject([
    { id: item.id, mayHaveArrived: false, refusal: { status: 409, failure: { code: 'lease_overlaps' } } },
  ]);
  expect(await onServer()).toMatchObject([{ id: theirs.json<Lease>().id }]);
  const body = { ...leaseBody([ROBIN_HALE]), unit_id: 2 };
  await revise(item.id, { body, shown: { ...shownLease([ROBIN_HALE]), unit_number: '102' }, photos: [] });
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await onServer()).toHaveLength(2);
});

test('a lease of who does not stay signed in names somebody who was sent before it, of whom nothing is stored', async () => {
  await forgetLastUser();
  const person = await writeDown('Ulla');
  await phone.send();
  const made = await lease([person]);
  const tenant_ids = (await people('Ulla')).map(({ id }) => id);
  expect(tenant_ids).toHaveLength(1);
  expect(made).toMatchObject({ input: { body: { tenant_ids } } });
});

test('online the screen is told at once that a lease and its keys wait for somebody whom the server refused', async () => {
  await server.database.sql`update users set email = 'robin@example.com' where id = ${ROBIN}`;
  const made = await lease([await writeDown('Vera', 'robin@example.com')]);
  const keys = await handOver(unsentIdOf(made));
  const outcomes = Promise.all([made, keys].map(({ id }) => waitForOutcome(id, 3_600_000)));
  await phone.send();
  expect(await outcomes).toEqual(['waiting', 'waiting']);
  expect(await findOutcome(made.id)).toEqual({ type: 'waiting for another' });
});

test('what waits for a person or a lease shows them as they were last written', async () => {
  net.offline = true;
  const person = await writeDown('Wil');
  const made = await lease([person]);
  await handOver(unsentIdOf(made));
  await receive(unsentIdOf(made));
  await revise(person.addedBy, { body: personBody('Wilma'), shown: nowhere, photos: [] });
  const tenants = [{ ...person, name: 'Wilma Brandt' }];
  const shownNow = async () => (await phone.waiting()).slice(1).map(({ shown }) => shown);
  expect(await shownNow()).toEqual([
    shownLease(tenants),
    { home: 'Unit 101, Maple Court' },
    { name: 'Wilma Brandt', unit: 'Unit 101, Maple Court' },
  ]);
  const shown = { ...shownLease(tenants), unit_number: '102' };
  await revise(made.id, { body: { ...leaseBody(tenants), unit_id: 2 }, shown, photos: [] });
  const home = 'Unit 102, Maple Court';
  expect(await shownNow()).toEqual([shown, { home }, { name: 'Wilma Brandt', unit: home }]);
  net.offline = false;
  expect(await phone.send()).toEqual({ sent: 4, left: 'nothing' });
  expect(await onServer()).toMatchObject([{ tenants: ['Wilma'] }]);
});

test('a lease goes on where the version before, which knows of none that wait, sent or discarded somebody on it', async () => {
  const [sent, discarded] = [await writeDown('Xenia'), await writeDown('Xaver')];
  await lease([sent]);
  await lease([ROBIN_HALE, discarded]);
  const answer = await server.call('POST', '/users', { as: manager, body: personBody('Xenia') });
  await database.outbox.where('id').anyOf(sent.addedBy, discarded.addedBy).delete();
  const item = { id: sent.addedBy, userId: MANAGER, route: 'createPerson' as const, at: new Date() };
  await database.sent.put({ ...item, answer: answer.json<User>() });
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await onServer()).toMatchObject([{ tenants: ['Xenia'] }]);
  expect(await phone.waiting()).toMatchObject([{ refusal: { failure: { code: NAMED_DISCARDED } } }]);
});
