import { expect } from 'vitest';
import sqlTag from 'sql-template-tag';
import { reportForm } from '../server.ts';
import { server } from '../world.ts';
import { randomInspections } from './randomInspections.ts';
import { randomLeaseChanges } from './randomLeaseChanges.ts';
import { randomMeterChanges } from './randomMeterChanges.ts';
import { randomOwnChanges } from './randomOwnChanges.ts';
import { randomPhotoChanges } from './randomPhotoChanges.ts';
import { randomSource, type Random, type RandomChanges, type Tokens } from './randomSource.ts';

const bill = (user_id: number, water_usage: number) => ({
  ...{ user_id, water_usage, electric_usage: 0, gas_usage: 0 },
  ...{
    water_cost: Math.round(water_usage * 2) / 100,
    electric_cost: 0,
    gas_cost: 0,
    confirm_duplicates: true,
  },
});

/** Every kind of change. */
export function randomChanges(random: Random, tokens: Tokens) {
  const source = randomSource(random, tokens);
  const { pick, one, money, anId, call, asManager, asResident, anyone } = source;
  const soon = () => new Date(Date.now() + random(20, 400)).toISOString();
  /** For everyone, for some properties, or as it was. */
  const forSome = () =>
    pick<object>([{}, { property_ids: null }, { property_ids: [random(1, 2)] }, { property_ids: [1, 2] }]);
  const aRemoval = () => anId(sqlTag`select user_id as id from manager_removals`);
  return {
    ...randomLeaseChanges(source),
    ...randomInspections(source),
    ...randomMeterChanges(source),
    ...randomOwnChanges(source),
    ...randomPhotoChanges(source),
    charge: (by) =>
      call(by, 'POST', '/transactions/charge', asManager(), {
        ...{ userId: random(2, 4), unitId: one(5), amount: money() },
        ...{ type: 'Late Fee', description: 'Late' },
      }),
    payment: (by) =>
      call(by, 'POST', '/transactions/record-payment', asManager(), {
        ...{ userId: random(2, 4), amount: money(), type: 'Check', description: 'Check 12' },
      }),
    'payment with a receipt': async (by) => {
      const as = asManager();
      const { id } = (await by.call('POST', '/receipt-books', { as })).json<{ id: number }>();
      return by.call('POST', '/transactions/record-payment', {
        as,
        body: { userId: random(2, 4), amount: money(), reference: 'No. 7', receipt_number: `RB-${id}-01` },
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
    },
    reversal: (by) => call(by, 'POST', `/transactions/${one(60)}/reversal`, asManager(), { reason: 'Wrong' }),
    'reversal of a bill': async (by) => {
      const [bill] = await server.database.sql<{ transaction_id: number }>`
        select transaction_id from utility_bills where reversed_by is null order by random() limit 1`;
      const id = bill?.transaction_id ?? 0;
      return call(by, 'POST', `/transactions/${id}/reversal`, asManager(), { reason: 'Misread' });
    },
    bills: (by) => call(by, 'POST', '/utilities', asManager(), [bill(2, one(100)), bill(3, one(100))]),
    'card payment': async () => {
      await server.database.transaction(async (sql) => {
        const amount = money();
        const [entry] = await sql<{ id: number }>`
          insert into transactions (user_id, amount, type, description)
          values (2, ${-amount}, 'Card Payment', 'Card payment') returning id`;
        await sql`
          insert into payment_intents (user_id, stripe_id, amount, status, transaction_id)
          values (2, ${`pi_${crypto.randomUUID()}`}, ${amount}, 'succeeded', ${entry!.id})`;
      });
    },
    'card of a payment': () =>
      server.database.sql`
        update payment_intents set last4 = ${String(random(1000, 9999))}, brand = 'visa'
        where id = (select id from payment_intents order by random() limit 1)`,
    announcement: (by) =>
      call(by, 'POST', '/announcements', asManager(), {
        announcement: `News ${one(99)}`,
        announcement_type: 'General',
        ...forSome(),
        ...(random(0, 1) ? { publish_at: soon() } : {}),
      }),
    suggestion: (by) => call(by, 'POST', '/announcements/submit', asResident(), { announcement: 'Please' }),
    decision: (by) =>
      call(by, 'PATCH', `/announcements/${one(40)}/status`, asManager(), {
        status: pick(['approved', 'rejected']),
      }),
    'announcement’s edit': (by) =>
      call(by, 'PUT', `/announcements/${one(40)}`, asManager(), {
        ...{ announcement: `Edited ${one(99)}`, announcement_type: 'Urgent', ...forSome() },
        ...(random(0, 1) ? { publish_at: soon() } : {}),
      }),
    'announcement’s end': (by) => call(by, 'DELETE', `/announcements/${one(40)}`, asManager()),
    request: (by) =>
      by.call('POST', '/maintenance', { as: asResident(), form: reportForm({ information: 'It drips' }) }),
    'request for a unit': (by) =>
      by.call('POST', '/maintenance', {
        as: asManager(),
        form: reportForm({ information: 'Check the roof', unit_id: String(one(5)) }),
      }),
    'request’s edit': (by) =>
      by.call('PUT', `/maintenance/${one(30)}`, {
        as: anyone(),
        form: reportForm({ information: `It drips ${one(99)}` }),
      }),
    completion: (by) =>
      call(by, 'PUT', `/maintenance/${one(30)}/completion`, asManager(), { completed: true }),
    'request’s reply': (by) =>
      call(by, 'POST', `/maintenance/${one(30)}/events`, anyone(), {
        kind: 'reply',
        text: crypto.randomUUID(),
      }),
    'request’s event': (by) =>
      call(by, 'POST', `/maintenance/${one(30)}/events`, asManager(), {
        ...pick([
          { kind: 'note', text: crypto.randomUUID() },
          { kind: 'assigned', vendor: crypto.randomUUID() },
          { kind: 'assigned', assignee_id: 1 },
          { kind: 'scheduled', visit_on: '2030-01-01', visitor: crypto.randomUUID() },
          { kind: 'done' },
          { kind: 'reopened' },
        ]),
      }),
    'notice of entry': (by) =>
      call(by, 'POST', '/entry-notices', asManager(), {
        ...{ unit_id: one(5), purpose: 'Inspection', text: crypto.randomUUID() },
        ...{ entry_on: '2030-01-01', entry_from: '09:00', entry_to: '11:00' },
      }),
    'answer to a notice': (by) =>
      call(by, 'POST', `/entry-notices/${one(20)}/answers`, asResident(), {
        ...{ answer: 'another_time', text: crypto.randomUUID() },
      }),
    'request seen': (by) => call(by, 'PUT', `/maintenance/${one(30)}/seen`, asManager()),
    'request’s end': (by) => call(by, 'DELETE', `/maintenance/${one(30)}`, anyone()),
    'removed photo': () =>
      server.database.sql`
        update photos set removed_at = now() where id = (select id from photos where removed_at is null limit 1)`,
    photo: () =>
      server.database.sql`
        insert into photos (id, maintenance_request_id, position, sha256, filename, width, height)
        select gen_random_uuid(), id, (random() * 1000)::int, repeat('ab', 32), 'sink.jpg', 4, 3
        from maintenance_requests order by random() limit 1`,
    registration: (by) => {
      const name = `new${one(9999)}`;
      return by.call('POST', '/users/register', {
        // By management into a unit, or by oneself.
        ...(random(0, 1) ? { as: asManager() } : {}),
        body: {
          ...{ firstName: pick(['Ada', 'Zoe', 'Émile']), lastName: pick(['Ames', 'de Vries', 'Ärlig']) },
          ...{ username: name, email: `${name}@example.com`, password: 'a long night-time walk' },
          ...pick<object>([{ unitNumber: pick(['101', '2B', '7']) }, { unit: one(5) }]),
        },
      });
    },
    'own name': (by) =>
      call(by, 'PUT', '/users/2', tokens.residents[0]!, { firstName: pick(['Robin', 'Bo', 'Ärlig']) }),
    'manager’s name': (by) =>
      call(by, 'PUT', '/users/1', tokens.managers[0]!, { lastName: pick(['Reyes', 'Ames', 'Zola']) }),
    'move to a unit': (by) =>
      call(by, 'PUT', `/users/${random(3, 8)}`, asManager(), { unit: pick([null, 1, 2, 3, 4, 5]) }),
    'move of a neighbour': (by) => call(by, 'PUT', '/users/3', asManager(), { unit: one(5) }),
    'declined claim': (by) => call(by, 'PUT', `/users/${random(4, 9)}`, asManager(), { unit_claim: null }),
    'role or activity': (by) =>
      call(by, 'PUT', `/users/${random(6, 10)}`, asManager(), {
        ...pick([{ isManager: true }, { isCurrentUser: false }, { isCurrentUser: true }]),
      }),
    'request for a removal': async (by) => {
      const id = await anId(sqlTag`select id from users where is_manager and id > 5`);
      return call(by, 'POST', `/users/${id}/removal`, asManager());
    },
    'declined removal': async (by) => call(by, 'DELETE', `/users/${await aRemoval()}/removal`, asManager()),
    'confirmed removal': async (by) =>
      call(by, 'POST', `/users/${await aRemoval()}/removal/confirmation`, asManager()),
    'person who is entered by mistake': () =>
      server.database.sql`
        insert into users (username, email, password_hash, first_name, last_name, is_current_user)
        select name, name || '@example.com', '', 'Mis', 'Taken', false
        from (values (${`mistake${one(999_999)}`})) as added (name) on conflict do nothing`,
    // Not of who has a lease, an entry or another record by now.
    'deletion of who was entered by mistake': () =>
      server.database.sql`
        do $$ begin
          delete from users where id = (select min(id) from users where username like 'mistake%');
        exception when foreign_key_violation then null;
        end $$`,
    'removal that soon ends': () =>
      server.database.sql`
        update manager_removals set requested_at = now() - interval '7 days' + interval '200 milliseconds'`,
    'new property': (by) =>
      call(by, 'POST', '/properties', asManager(), {
        ...{ propertyName: pick(['Maple Court', 'Elm Yard']), address: `${one(99)} Road` },
      }),
    rates: (by) =>
      call(by, 'PUT', '/settings', asManager(), {
        // Bills are posted by the rate of water.
        ...{ rate_water: 0.02, rate_electric: one(100) / 100, rate_gas: 1 },
      }),
    'property’s name': (by) =>
      call(by, 'PATCH', `/properties/${one(4)}`, asManager(), {
        property_name: pick(['Maple Court', 'Oak Hill']),
      }),
    'unit’s other property': (by) =>
      call(by, 'PATCH', `/units/${one(5)}`, asManager(), { property_id: one(3) }),
    'property’s end': (by) => call(by, 'DELETE', `/properties/${random(3, 9)}`, asManager()),
    'new unit': (by) =>
      call(by, 'POST', '/units', asManager(), { propertyId: 1, unitNumber: String(one(500)) }),
    'unit’s end': (by) => call(by, 'DELETE', `/units/${random(5, 9)}`, asManager()),
    'unit’s number': (by) =>
      call(by, 'PATCH', `/units/${one(5)}`, asManager(), { unit_number: `${one(500)}A` }),
    'change that fails': () =>
      server.database
        .transaction(async (sql) => {
          await sql`insert into transactions (user_id, amount, type, description) values (2, 1, 'Late Fee', 'No')`;
          await sql`update users set first_name = 'Nobody'`;
          throw new Error('rolled back');
        })
        .catch((error: unknown) => expect(String(error)).toContain('rolled back')),
  } satisfies RandomChanges;
}
