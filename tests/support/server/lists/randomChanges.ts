import { expect } from 'vitest';
import { PRORATIONS } from '../../../../contract/leases/leaseSchedule.ts';
import { addMonths, monthOf } from '../../../../contract/values/calendar.ts';
import { postLateFees } from '../../../../server/resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../../../../server/resources/leases/postLeaseCharges.ts';
import { reportForm, type TestServer } from '../server.ts';
import { server } from '../world.ts';

const bill = (user_id: number, water_usage: number) => ({
  ...{ user_id, water_usage, electric_usage: 0, gas_usage: 0 },
  ...{
    water_cost: Math.round(water_usage * 2) / 100,
    electric_cost: 0,
    gas_cost: 0,
    confirm_duplicates: true,
  },
});

/** Every kind of change, by some manager or resident; what is refused changes nothing. */
export function randomChanges(
  random: (least: number, most: number) => number,
  tokens: { managers: string[]; residents: string[] },
) {
  const pick = <T>(from: readonly T[]): T => from[random(0, from.length - 1)]!;
  const one = (most: number) => random(1, most);
  const asManager = () => pick(tokens.managers);
  const asResident = () => pick(tokens.residents);
  const anyone = () => pick([...tokens.managers, ...tokens.residents]);
  const soon = () => new Date(Date.now() + random(20, 400)).toISOString();
  const call = (
    by: TestServer,
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    as: string,
    body?: object,
  ) => by.call(method, path, { as, ...(body ? { body } : {}) });
  const money = () => one(50_000) / 100;
  const monthFrom = (count: number) => addMonths(monthOf(new Date().toISOString()), count);
  const leaseCharge = () => ({ amount: money(), due_day: one(31), from_month: monthFrom(random(-2, 2)) });
  const lateFee = () => ({
    ...{ from_day: new Date().toISOString().slice(0, 10), kind: pick(['flat', 'none', 'property']) },
    ...{ grace_days: one(9), amount: money() },
  });
  const someCharge = async () => {
    const [charge] = await server.database.sql<{ lease: number; charge: number }>`
      select lease_id as lease, id as charge from lease_charges order by random() limit 1`;
    return charge ?? { lease: 1, charge: 1 };
  };
  return {
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
        ...(random(0, 1) ? { publish_at: soon() } : {}),
      }),
    suggestion: (by) => call(by, 'POST', '/announcements/submit', asResident(), { announcement: 'Please' }),
    decision: (by) =>
      call(by, 'PATCH', `/announcements/${one(40)}/status`, asManager(), {
        status: pick(['approved', 'rejected']),
      }),
    'announcement’s edit': (by) =>
      call(by, 'PUT', `/announcements/${one(40)}`, asManager(), {
        ...{ announcement: `Edited ${one(99)}`, announcement_type: 'Urgent' },
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
    'request for a removal': (by) => call(by, 'POST', `/users/${random(6, 10)}/removal`, asManager()),
    'declined removal': (by) => call(by, 'DELETE', `/users/${random(6, 10)}/removal`, asManager()),
    'confirmed removal': (by) =>
      call(by, 'POST', `/users/${random(6, 10)}/removal/confirmation`, asManager()),
    'removal that soon ends': () =>
      server.database.sql`
        update manager_removals set requested_at = now() - interval '7 days' + interval '200 milliseconds'`,
    'new property': (by) =>
      call(by, 'POST', '/properties', asManager(), {
        ...{ propertyName: pick(['Maple Court', 'Elm Yard']), address: `${one(99)} Road` },
      }),
    'property’s name': (by) =>
      call(by, 'PATCH', `/properties/${one(4)}`, asManager(), {
        property_name: pick(['Maple Court', 'Oak Hill']),
      }),
    'property’s end': (by) => call(by, 'DELETE', `/properties/${random(3, 9)}`, asManager()),
    'new unit': (by) =>
      call(by, 'POST', '/units', asManager(), { propertyId: 1, unitNumber: String(one(500)) }),
    'unit’s end': (by) => call(by, 'DELETE', `/units/${random(5, 9)}`, asManager()),
    'unit’s number': (by) =>
      call(by, 'PATCH', `/units/${one(5)}`, asManager(), { unit_number: `${one(500)}A` }),
    lease: (by) =>
      call(by, 'POST', '/leases', asManager(), {
        ...{ unit_id: one(5), starts: monthFrom(random(-3, 3)), proration: pick(PRORATIONS) },
        ...{ ends: monthFrom(random(4, 6)), tenant_ids: [one(5), random(6, 8)] },
        charges: [{ kind: 'rent', ...leaseCharge() }],
      }),
    'leases of units': (by) =>
      call(by, 'POST', '/leases/from-units', asManager(), {
        ...{ unit_ids: [one(3), random(4, 5)], from_month: monthFrom(1), due_day: one(31) },
        proration: pick(PRORATIONS),
      }),
    'lease’s end': (by) =>
      call(by, 'PUT', `/leases/${one(8)}`, asManager(), { ends: monthFrom(random(0, 6)) }),
    'lease’s pause': (by) =>
      call(by, 'PUT', `/leases/${one(8)}`, asManager(), { paused: random(0, 1) === 1 }),
    'block of payments': (by) =>
      call(by, 'PUT', `/leases/${one(8)}`, asManager(), {
        payment_policy: pick(['nothing', 'nothing', 'full_balance']),
      }),
    'end of a lease that blocks payments, before or after today': (by) =>
      call(by, 'PUT', `/leases/${one(8)}`, asManager(), {
        payment_policy: 'nothing',
        ends: monthFrom(pick([0, 6])),
      }),
    'lease that begins soon and blocks payments': (by) =>
      call(by, 'POST', '/leases', asManager(), {
        ...{ unit_id: one(5), starts: monthFrom(random(-3, 1)), proration: pick(PRORATIONS) },
        ...{ tenant_ids: [random(2, 8)], payment_policy: pick(['nothing', 'any_amount']) },
        charges: [{ kind: 'rent', ...leaseCharge() }],
      }),
    'lease’s tenants': (by) =>
      call(by, 'PUT', `/leases/${one(8)}`, asManager(), { tenant_ids: [random(2, 3), random(4, 8)] }),
    'charge of a lease': (by) =>
      call(by, 'POST', `/leases/${one(8)}/charges`, asManager(), { kind: 'pet', ...leaseCharge() }),
    rise: async (by) => {
      const { lease, charge } = await someCharge();
      return call(by, 'PUT', `/leases/${lease}/charges/${charge}`, asManager(), leaseCharge());
    },
    'end of a charge': async (by) => {
      const { lease, charge } = await someCharge();
      const body = { from_month: monthFrom(random(0, 3)) };
      return call(by, 'PUT', `/leases/${lease}/charges/${charge}/end`, asManager(), body);
    },
    'posting of leases': async () => {
      const now = new Date(`${monthFrom(random(0, 2))}T12:00:00Z`);
      await postLeaseCharges(server.database, { zone: 'UTC', now });
    },
    'late fee of a property': (by) =>
      call(by, 'POST', '/late-fees/properties/1', asManager(), { ...lateFee(), kind: 'flat' }),
    'late fee of a lease': (by) => call(by, 'POST', `/late-fees/leases/${one(8)}`, asManager(), lateFee()),
    'late fees of a day': async () => {
      const now = new Date(`${monthFrom(random(1, 3))}T12:00:00Z`);
      await postLateFees(server.database, { zone: 'UTC', now });
    },
    'change that fails': () =>
      server.database
        .transaction(async (sql) => {
          await sql`insert into transactions (user_id, amount, type, description) values (2, 1, 'Late Fee', 'No')`;
          await sql`update users set first_name = 'Nobody'`;
          throw new Error('rolled back');
        })
        .catch((error: unknown) => expect(String(error)).toContain('rolled back')),
  } satisfies Record<string, (by: TestServer) => Promise<unknown>>;
}
