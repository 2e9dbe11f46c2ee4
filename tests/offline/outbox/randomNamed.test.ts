import fc from 'fast-check';
import { expect } from 'vitest';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { ListedUser } from '../../../contract/users/user.ts';
import type { OutboxItem } from '../../../src/offline/engine/database.ts';
import { namesDiscarded } from '../../../src/offline/engine/outbox/itemState.ts';
import { NamedDiscarded } from '../../../src/offline/engine/outbox/named.ts';
import { InDoubt, ItemGone, queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { discard, retry, revise } from '../../../src/offline/engine/outbox/revise.ts';
import { findItem } from '../../../src/offline/engine/outbox/unsentItems.ts';
import { knownTenants, unsentIdOf, type NamedTenant } from '../../../src/offline/subjects/leases/leases.ts';
import { MANAGER, phoneOf } from '../../support/offline/device.ts';
import { installLocks } from '../../support/offline/locks.ts';
import { stubNetwork } from '../../support/offline/network.ts';
import type { Fault } from '../../support/offline/networkFaults.ts';
import { nowhere, personBody, shownLease } from '../../support/offline/outbox/named.ts';
import { runs } from '../../support/runs.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { server, testWith } from '../../support/server/world.ts';

installLocks();
const test = testWith(UNLIMITED);

const faults: Fault[] = [
  'refused',
  'answer lost',
  'delivered twice',
  'cut',
  'portal page',
  { status: 500 },
  { status: 503 },
  { status: 400, message: 'Refused by chance.' },
];
const WHAT = [
  'person',
  'person',
  'lease',
  'lease',
  'deposit',
  'send',
  'edit',
  'discard person',
  'discard lease',
] as const;
const step = fc.record({
  do: fc.constantFrom(...WHAT),
  which: fc.nat({ max: 7 }),
  other: fc.nat({ max: 7 }),
});

/** What somebody wrote down: its item, and whether they discarded it. */
interface Written {
  id: string;
  discarded: boolean;
}
interface WrittenLease extends Written {
  starts: string;
  tenants: { addedBy: string; name: string }[];
  /** The amounts of its deposits. */
  deposits: number[];
}

/** Whether it was done: not where the server may have it, or has it, or what it names is not there any more. */
async function done(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof InDoubt || error instanceof ItemGone || error instanceof NamedDiscarded)
      return false;
    throw error;
  }
}

/** Discards what is unsent, if it surely is. */
async function discardUnsent(written: Written): Promise<void> {
  if (await findItem(written.id)) written.discarded ||= await done(discard(written.id));
}

let run = 0;

test('after random faults, edits and discards each person, lease and deposit is on the server once, for what it names', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 16 }),
      fc.array(fc.option(fc.constantFrom(...faults), { freq: 3 }), { minLength: 5, maxLength: 25 }),
      async (steps, faultsInOrder) => {
        const net = stubNetwork(() => server);
        const phone = await phoneOf(server, MANAGER);
        const read = async <T>(path: string) =>
          (await server.call('GET', path, { as: await phone.session.token(MANAGER) })).json<T>();
        const surname = `Run ${(run += 1)}`;
        const [unit] = await server.database.sql<{ id: number }>`
          insert into units (property_id, unit_number) values (1, ${surname}) returning id`;
        const people: (Written & { name: string })[] = [];
        const leases: WrittenLease[] = [];
        let next = 0;
        net.faultOfChange = () => faultsInOrder[next++] ?? undefined;

        const bodyOf = (starts: string, tenants: NamedTenant[]) => ({
          ...{ unit_id: unit!.id, starts, ends: starts, proration: 'actual_days' as const, charges: [] },
          tenant_ids: knownTenants(tenants),
        });
        for (const [n, each] of steps.entries()) {
          const person = people[each.which % Math.max(1, people.length)];
          const lease = leases[each.which % Math.max(1, leases.length)];
          const others = people.filter((_, index) => index === each.which || index === each.other);
          const tenants = [...new Set([...others, ...people.slice(0, 1)])].map(({ id, name }) => ({
            ...{ addedBy: id, name },
          }));
          if (each.do === 'send') await phone.send();
          if (each.do === 'person') {
            const body = { ...personBody(`#${n}`), lastName: surname };
            const { id } = await queue({
              ...{ userId: MANAGER, route: 'createPerson', shown: nowhere, input: { body } },
            });
            people.push({ id, name: `#${n}`, discarded: false });
          }
          if (each.do === 'lease' && tenants.length > 0) {
            const starts = `${2030 + n}-01-01`;
            const added = queue({
              ...{ userId: MANAGER, route: 'createLease', shown: shownLease(tenants) },
              input: { body: bodyOf(starts, tenants) },
            });
            const isDone = await done(added);
            expect(isDone).toBe(
              tenants.every(({ addedBy }) => !people.find(({ id }) => id === addedBy)!.discarded),
            );
            if (isDone)
              leases.push({ id: (await added).id, discarded: false, starts, tenants, deposits: [] });
          }
          if (each.do === 'deposit' && lease) {
            const id = unsentIdOf(lease);
            const isDone = await done(
              queue({
                ...{ userId: MANAGER, route: 'addDepositEntry', shown: { name: '', unit: '' } },
                input: { params: { id }, body: { kind: 'Received' as const, amount: n + 1 } },
              }),
            );
            expect(isDone).toBe(!lease.discarded);
            if (isDone) lease.deposits.push(n + 1);
          }
          if (each.do === 'edit' && lease && tenants.length > 0) {
            const revision = { body: bodyOf(lease.starts, tenants), shown: shownLease(tenants), photos: [] };
            if (await done(revise(lease.id, revision))) lease.tenants = tenants;
          }
          if (each.do === 'discard person' && person) await discardUnsent(person);
          if (each.do === 'discard lease' && lease) await discardUnsent(lease);
        }

        net.reset();
        for (let round = 0; round < 8; round += 1) {
          await phone.send();
          for (const item of await phone.waiting()) if (item.refusal ?? item.patient) await retry(item.id);
        }
        const gone = new Set(people.filter(({ discarded }) => discarded).map(({ id }) => id));
        const isMade = ({ discarded, tenants }: WrittenLease) =>
          !discarded && tenants.every(({ addedBy }) => !gone.has(addedBy));
        const there = (await read<ListedUser[]>('/users')).filter(({ last_name }) => last_name === surname);
        expect(there.map(({ first_name }) => first_name).sort()).toEqual(
          people
            .filter(({ discarded }) => !discarded)
            .map(({ name }) => name)
            .sort(),
        );
        const made = (await read<Lease[]>('/leases')).filter(({ unit_id }) => unit_id === unit!.id);
        expect(
          made.map(({ starts, tenants }) => [starts, tenants.map(({ first_name }) => first_name)]).sort(),
        ).toEqual(
          leases.filter(isMade).map(({ starts, tenants }) => [starts, tenants.map(({ name }) => name)]),
        );
        for (const each of leases.filter(isMade)) {
          const { id } = made.find(({ starts }) => starts === each.starts)!;
          const { entries } = await read<Deposit>(`/leases/${id}/deposit`);
          expect(entries.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual(each.deposits);
        }
        // What waits still is what names something that was discarded, and what waits for that.
        const left = await phone.waiting();
        const waits = ({ awaits }: OutboxItem) =>
          awaits?.every((madeBy) => left.some(({ id }) => id === madeBy));
        expect(left.filter((item) => !namesDiscarded(item) && !waits(item))).toEqual([]);
        const ofLeases = leases.filter((each) => !isMade(each));
        expect(left).toHaveLength(
          ofLeases.filter(({ discarded }) => !discarded).length +
            ofLeases.flatMap(({ deposits }) => deposits).length,
        );
        expect(
          net.requests.filter(({ path, body }) => path.includes('new:') || body.includes('new:')),
        ).toEqual([]);
      },
    ),
    {
      numRuns: runs(25, 400),
      plugins: [fc.interruptAfterTimeLimit(170_000, { failOnInterrupt: true })],
    },
  );
}, 600_000);
