import { expect } from 'vitest';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { CachedRouteName } from '../../../contract/routes.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { MANAGERS_LISTS, Phone } from '../../support/server/lists/heldLists.ts';
import { managersReads, OpenApp, residentsReads } from '../../support/server/lists/shownReads.ts';
import { manager, neighbour, resident, server, test } from '../../support/server/world.ts';

const ROBIN = 2;
const THIS_MONTH = monthOf(new Date().toISOString());

let lease: Lease;

async function ask(method: 'POST' | 'PUT' | 'PATCH', path: string, body: object): Promise<Lease> {
  const answer = await server.call(method, path, { as: manager, body });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<Lease>();
}

test.beforeAll(async () => {
  lease = await ask('POST', '/leases', {
    ...{ unit_id: 1, starts: THIS_MONTH, proration: 'actual_days', tenant_ids: [ROBIN] },
    charges: [{ kind: 'rent', amount: 1200, due_day: 1, from_month: THIS_MONTH }],
  });
  await server.database.sql`
    with setup as (
      insert into autopay_setups (user_id, max_amount, consent_version, consent_text, status, payment_method, method)
      values (${ROBIN}, 2000, 1, 'I agree.', 'succeeded', 'pm_1', 'card') returning id
    )
    insert into autopay (user_id, setup_id, max_amount) select ${ROBIN}, id, 2000 from setup`;
});

test.each<[string, () => Promise<unknown>, CachedRouteName[]]>([
  [
    'the number of their unit',
    () => ask('PATCH', '/units/1', { unit_number: '11C' }),
    ['readUser', 'readUserUnit', 'listMyLeases'],
  ],
  [
    'the name of their property',
    () => ask('PATCH', '/properties/1', { property_name: 'Elm Yard' }),
    ['readUser', 'readUserUnit', 'listMyLeases'],
  ],
  [
    'the late fee of their lease',
    () =>
      ask('POST', `/late-fees/leases/${lease.id}`, { from_day: '2030-01-01', kind: 'none', grace_days: 3 }),
    ['listMyLeases'],
  ],
  [
    'a month of rent that is posted',
    () =>
      postLeaseCharges(server.database, {
        zone: 'UTC',
        now: new Date(`${THIS_MONTH.slice(0, 8)}02T12:00:00Z`),
      }),
    ['listMyLeases', 'listNotifications', 'readMove'],
  ],
  [
    'a charge that is planned',
    async () => {
      const body = { kind: 'pet', amount: 50, due_day: 1, from_month: addMonths(THIS_MONTH, 2) };
      lease = await ask('POST', `/leases/${lease.id}/charges`, body);
    },
    ['listMyLeases'],
  ],
  [
    'a planned charge that is taken off',
    () => {
      const pet = lease.charges.find(({ kind }) => kind === 'pet')!;
      return ask('PUT', `/leases/${lease.id}/charges/${pet.id}/end`, { from_month: pet.from_month });
    },
    ['listMyLeases'],
  ],
  [
    'a month of autopay in which nothing was due',
    () => server.database.sql`
      insert into autopay_runs (user_id, period, attempt, setup_id, ran_on, amount, outcome)
      select user_id, ${THIS_MONTH}, 1, setup_id, ${THIS_MONTH}, 0, 'nothing_due' from autopay`,
    ['readAutopay'],
  ],
])('a resident’s open app is told of %s', async (_, change, stale) => {
  const app = new OpenApp(ROBIN, resident, residentsReads(ROBIN));
  await app.expectTold(server);
  await change();
  expect((await app.expectTold(server)).sort()).toEqual(stale.sort());
});

test.each<[string, () => Promise<unknown>, string[]]>([
  [
    'a payment that the bank refused',
    () =>
      server.database.sql`
      insert into payment_intents (user_id, stripe_id, amount, status) values (${ROBIN}, 'pi_1', 5, 'processing')`.then(
        () => server.database.sql`
        update payment_intents set status = 'canceled', failed_at = now() where stripe_id = 'pi_1'`,
      ),
    [],
  ],
  [
    'autopay that is paused',
    () => server.database.sql`update autopay set paused_reason = 'declined', paused_at = now()`,
    [],
  ],
  // Moving out ends it.
  ['paused autopay that its resident ends', () => server.database.sql`delete from autopay`, ['readMove']],
  [
    'a claim that another manager took',
    () => server.database.sql`insert into today_taken (row_id, user_id) values ('claim:4', 1)`,
    [],
  ],
  [
    'a claim that they hid on another device',
    () => server.database.sql`
      insert into today_snoozes (row_id, user_id, until) values ('claim:4', 1, '2099-01-01')`,
    [],
  ],
])('a manager’s open app is told of %s', async (_, change, also) => {
  const app = new OpenApp(1, manager, managersReads(1));
  await app.expectTold(server);
  await change();
  expect((await app.expectTold(server)).sort()).toEqual([...also, 'readToday']);
});

test('a lease is told with its tenants, to managers and to who came and who left', async () => {
  const phone = new Phone(MANAGERS_LISTS, manager);
  const apps = [
    new OpenApp(ROBIN, resident, residentsReads(ROBIN)),
    new OpenApp(3, neighbour, residentsReads(3)),
  ];
  await phone.expectWhole(server);
  for (const app of apps) await app.expectTold(server);
  await ask('PUT', `/leases/${lease.id}`, { tenant_ids: [3] });
  await phone.expectWhole(server);
  for (const app of apps) expect(await app.expectTold(server)).toContain('listMyLeases');
  await ask('POST', '/leases/from-units', {
    ...{ unit_ids: [2], from_month: THIS_MONTH, due_day: 1, proration: 'actual_days' },
  });
  await phone.expectWhole(server);
  expect(await apps[1]!.expectTold(server)).toContain('listMyLeases');
});
