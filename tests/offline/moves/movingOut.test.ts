import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { Move } from '../../../contract/moves/move.ts';
import { queue, type Change } from '../../../src/offline/engine/outbox/outbox.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { moveWithUnsent, unsentSteps } from '../../../src/offline/subjects/leases/moves.ts';
import { communityDay } from '../../support/days.ts';
import { MANAGER, ROBIN } from '../../support/offline/device.ts';
import { killHolders } from '../../support/offline/locks.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { leaseOf, SIGNED, walk } from '../../support/server/leases/inspections.ts';
import { manager, server } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
const today = communityDay();
const home = 'Unit 101, Maple Court';
const account = { name: 'Robin Hale', unit_number: '101', property_name: 'Maple Court' };
const read = async <T>(path: string) => (await server.call('GET', path, { as: manager })).json<T>();

/** What a manager records at the door, in this order. */
function atTheDoor(lease: number, inspection: string): Change[] {
  const params = { id: String(lease) };
  const ofDeposit = { name: account.name, unit: home };
  return [
    { route: 'setLastDay', input: { params, body: { ends: today, stood: null } }, shown: { home } },
    {
      route: 'endAccess',
      input: {
        params: { id: String(ROBIN) },
        body: { unit: 1, access_since: null, sign_in_ends: false },
      },
      shown: { name: account.name, home },
      record: `access:${ROBIN}`,
    },
    {
      route: 'saveInspection',
      input: {
        params: { id: inspection },
        body: walk({ ...SIGNED, lease_id: lease, kind: 'Move-out', day: today }),
      },
      shown: { home },
      record: `inspection:${inspection}`,
    },
    {
      route: 'createCharge',
      input: {
        body: { userId: ROBIN, unitId: 1, amount: 45, description: 'A broken pane', effective_on: today },
      },
      shown: account,
    },
    {
      route: 'addDepositEntry',
      input: { params, body: { kind: 'Applied', amount: 45, description: 'A broken pane', day: today } },
      shown: ofDeposit,
    },
    {
      route: 'addDepositEntry',
      input: { params, body: { kind: 'Returned', amount: 455, method: 'Check', day: today } },
      shown: ofDeposit,
    },
    {
      route: 'setForwardingAddress',
      input: { params, body: { forwarding_address: '9 Quay' } },
      shown: { home },
      record: `move:${lease}`,
    },
    {
      route: 'setKeys',
      input: { params, body: { keys: 'returned', done: true } },
      shown: { home },
      record: `move:${lease}`,
    },
  ];
}

test('a move-out at the door in airplane mode stands unsent step by step, and arrives once each, in its order', async () => {
  const lease = await leaseOf(ROBIN);
  const params = { id: String(lease) };
  await server.call('POST', `/leases/${lease}/deposit`, {
    as: manager,
    body: { kind: 'Received', amount: 500, day: today },
  });
  await fetchAndCache(MANAGER, 'readMove', { params }, (call) => call(manager));
  const inspection = randomUUID();

  net.offline = true;
  for (const change of atTheDoor(lease, inspection)) await queue({ ...change, userId: MANAGER });
  const waiting = await phone.waiting();
  const tenants = [{ id: ROBIN, lives_there: true }];
  const move = moveWithUnsent((await readCached(MANAGER, 'readMove', { params }))!.answer, waiting, tenants);
  expect(move).toMatchObject({
    ...{ ends: today, forwarding_address: '9 Quay', move_out_inspection: inspection },
    keys_returned_at: waiting.at(-1)!.capturedAt,
    living_there: 0,
  });
  expect([...unsentSteps(waiting, move, ROBIN, tenants)]).toEqual(
    [
      ...['notice', 'access', 'move-out inspection', 'charges', 'deposit returned', 'forwarding address'],
      'keys returned',
    ].map((step) => [step, { needsAttention: false }]),
  );

  // The app is killed while the charge is sent, and answers are lost.
  net.offline = false;
  net.fail(/deposit/, 'answer lost', 'delivered twice');
  net.fail(/charge/, 'hangs after');
  void phone.send();
  await expect
    .poll(async () => (await read<Transaction[]>(`/transactions/user-history/${ROBIN}`)).length)
    .toBe(1);
  killHolders();
  for (let attempt = 0; attempt < 4; attempt += 1) await phone.send();
  expect(await phone.waiting()).toEqual([]);

  expect(await read<Move>(`/leases/${lease}/move`)).toMatchObject({
    ...{ ends: today, forwarding_address: '9 Quay', move_out_inspection: inspection },
    ...{ owed: 0, deposit_held: 0, living_there: 0 },
    keys_returned_at: waiting.at(-1)!.capturedAt,
  });
  const { entries } = await read<Deposit>(`/leases/${lease}/deposit`);
  expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['Received', 500],
    ['Applied', -45],
    ['Returned', -455],
  ]);
  const ledger = await read<Transaction[]>(`/transactions/user-history/${ROBIN}`);
  expect(ledger.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-45, 45]);
});
