import { expect } from 'vitest';
import { addDays } from '../../../contract/values/calendar.ts';
import { isolatedTest as test, server } from '../../support/server/world.ts';
import { change, charge, group, ROBIN, today } from '../../support/server/today/today.ts';

const pay = (amount: number) =>
  change('POST', '/transactions/record-payment', { userId: ROBIN, unitId: 1, amount, type: 'Check' });

/** A message to Robin that became this. */
async function message(kind: string, state: string, ended = 'now()'): Promise<void> {
  await server.database.sql`
    with event as (
      insert into notification_events (kind, title, body, path, queued_at) values (${kind}, 'T', 'B', '/', now()) returning id
    ), told as (
      insert into notifications (event_id, user_id) select id, ${ROBIN} from event returning event_id
    )
    insert into deliveries (event_id, user_id, channel, state, ended_at, reason)
    select id, ${ROBIN}, 'email', ${state}, ${ended}::timestamptz, 'No such mailbox' from event`;
}

test('a payment that was taken back waits until the tenant pays again or owes nothing', async () => {
  await charge(100, addDays(today(), -3));
  await pay(100);
  expect(await group('returned_payment')).toBeUndefined();
  const [paid] = await server.database.sql<{ id: number }>`select max(id) as id from transactions`;
  await change('POST', `/transactions/${paid!.id}/return`, { reason: 'No funds' });
  expect((await group('returned_payment'))?.rows).toMatchObject([
    { day: today(), amount: 100, person: { id: ROBIN }, home: { unit_number: '101' } },
  ]);
  await pay(40);
  expect(await group('returned_payment')).toBeUndefined();
});

test('a charge that is reversed is no payment that was taken back', async () => {
  await charge(100, today());
  await charge(30, today());
  const [entry] = await server.database.sql<{ id: number }>`select max(id) as id from transactions`;
  await change('POST', `/transactions/${entry!.id}/reversal`, { reason: 'Wrong' });
  expect(await group('returned_payment')).toBeUndefined();
});

test('recurring work that failed waits until it works, each by itself', async () => {
  await server.database
    .sql`insert into jobs (name) values ('post-lease-charges'), ('vacuum') on conflict do nothing`;
  expect(await group('failed_job')).toBeUndefined();
  await server.database.sql`update jobs set failed_at = now() where name = 'post-lease-charges'`;
  expect((await group('failed_job'))?.rows).toMatchObject([{ day: today(), text: 'post-lease-charges' }]);
  await server.database.sql`update jobs set failed_at = null`;
  expect(await group('failed_job')).toBeUndefined();
});

test('who could not be sent a message waits until a later one arrives', async () => {
  await message('charge_posted', 'given_up');
  expect((await group('undelivered'))?.rows).toMatchObject([
    { id: `undelivered:${ROBIN}`, text: 'No such mailbox', person: { id: ROBIN } },
  ]);
  expect(await group('bounced_invitation')).toBeUndefined();
  await message('charge_posted', 'sent', new Date(Date.now() + 1000).toISOString());
  expect(await group('undelivered')).toBeUndefined();
});

test('who could not be sent their invitation waits until they join', async () => {
  await server.database.sql`
    update users set has_password = false, invitation = gen_random_uuid(), invited_at = now() - interval '1 hour'
    where id = ${ROBIN}`;
  await message('invitation', 'given_up');
  expect((await group('bounced_invitation'))?.rows).toMatchObject([{ person: { id: ROBIN } }]);
  expect(await group('undelivered')).toBeUndefined();
  await server.database.sql`update users set has_password = true, invitation = null where id = ${ROBIN}`;
  expect(await group('bounced_invitation')).toBeUndefined();
});

test('a backup that is too old waits only where backups are made', async () => {
  await server.database
    .sql`insert into nightly_backups (day, begun_at) values (current_date - 5, now() - interval '5 days')`;
  expect(await group('old_backup')).toBeUndefined();
});
