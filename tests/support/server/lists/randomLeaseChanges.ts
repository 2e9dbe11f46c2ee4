import sqlTag from 'sql-template-tag';
import { PRORATIONS } from '../../../../contract/leases/leaseSchedule.ts';
import { addMonths, monthOf } from '../../../../contract/values/calendar.ts';
import { postLateFees } from '../../../../server/resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../../../../server/resources/leases/postLeaseCharges.ts';
import { server } from '../world.ts';
import type { RandomChanges, RandomSource } from './randomSource.ts';
import { communityDay } from '../../days.ts';

/** Changes of leases, of what they charge, and of what late rent costs. */
export function randomLeaseChanges({ random, pick, one, money, anId, call, asManager }: RandomSource) {
  const monthFrom = (count: number) => addMonths(monthOf(new Date().toISOString()), count);
  const leaseCharge = () => ({ amount: money(), due_day: one(31), from_month: monthFrom(random(-2, 2)) });
  const lateFee = () => ({
    ...{ from_day: communityDay(), kind: pick(['flat', 'none', 'property']) },
    ...{ grace_days: one(9), amount: money() },
  });
  const aLease = () => anId(sqlTag`select id from leases`);
  const aUnit = () => anId(sqlTag`select id from units`);
  const someCharge = async () => {
    const [found] = await server.database.sql<{ lease: number; charge: number; next: string }>`
      select lease_id as lease, id as charge, coalesce((select max(month) + interval '1 month' from lease_postings
        where lease_charge_id = charge.id), from_month)::date::text as next
      from lease_charges as charge order by random() limit 1`;
    return found ?? { lease: 0, charge: 0, next: monthFrom(0) };
  };
  /** Up to which month was posted: by the next one each time, so that there is always something to post. */
  let months = -1;
  return {
    lease: async (by) =>
      call(by, 'POST', '/leases', asManager(), {
        ...{ unit_id: await aUnit(), starts: monthFrom(random(-3, 3)), proration: pick(PRORATIONS) },
        ...{ ends: monthFrom(random(4, 6)), tenant_ids: [random(2, 4), random(5, 8)] },
        charges: [{ kind: 'rent', ...leaseCharge() }],
      }),
    'leases of units': (by) =>
      call(by, 'POST', '/leases/from-units', asManager(), {
        ...{ unit_ids: [one(3), random(4, 5)], from_month: monthFrom(1), due_day: one(31) },
        proration: pick(PRORATIONS),
      }),
    'lease’s end': async (by) =>
      call(by, 'PUT', `/leases/${await aLease()}/last-day`, asManager(), { ends: monthFrom(random(0, 6)) }),
    'lease’s pause': async (by) =>
      call(by, 'PUT', `/leases/${await aLease()}`, asManager(), { paused: random(0, 1) === 1 }),
    'block of payments': async (by) =>
      call(by, 'PUT', `/leases/${await aLease()}`, asManager(), {
        payment_policy: pick(['nothing', 'nothing', 'full_balance']),
      }),
    'end of a lease that blocks payments, before or after today': async (by) =>
      call(by, 'PUT', `/leases/${await aLease()}`, asManager(), {
        payment_policy: 'nothing',
        ends: monthFrom(pick([0, 6])),
      }),
    'lease that begins soon and blocks payments': async (by) =>
      call(by, 'POST', '/leases', asManager(), {
        ...{ unit_id: await aUnit(), starts: monthFrom(random(-3, 1)), proration: pick(PRORATIONS) },
        ...{ tenant_ids: [random(2, 5)], payment_policy: pick(['nothing', 'any_amount']) },
        charges: [{ kind: 'rent', ...leaseCharge() }],
      }),
    'lease’s tenants': async (by) =>
      call(by, 'PUT', `/leases/${await aLease()}`, asManager(), {
        tenant_ids: [random(2, 3), random(4, 8)],
      }),
    'charge of a lease': async (by) =>
      call(by, 'POST', `/leases/${await aLease()}/charges`, asManager(), { kind: 'pet', ...leaseCharge() }),
    rise: async (by) => {
      const { lease, charge, next } = await someCharge();
      const body = { ...leaseCharge(), from_month: addMonths(next, random(-1, 2)) };
      return call(by, 'PUT', `/leases/${lease}/charges/${charge}`, asManager(), body);
    },
    'end of a charge': async (by) => {
      const { lease, charge, next } = await someCharge();
      const body = { from_month: addMonths(next, random(-1, 3)) };
      return call(by, 'PUT', `/leases/${lease}/charges/${charge}/end`, asManager(), body);
    },
    'pause of all postings': (by) =>
      call(by, 'PUT', '/leases/posting', asManager(), { paused: random(0, 3) === 0 }),
    'posting of leases': async () => {
      const now = new Date(`${monthFrom((months += 1))}T12:00:00Z`);
      await postLeaseCharges(server.database, { zone: 'UTC', now });
    },
    'deposit of a lease': async (by) =>
      call(by, 'POST', `/leases/${await aLease()}/deposit`, asManager(), {
        ...{ kind: pick(['Received', 'Received', 'Applied', 'Returned', 'Interest']), amount: money() },
        description: 'Agreed',
      }),
    'deposit that is required': async (by) =>
      call(by, 'PUT', `/leases/${await aLease()}`, asManager(), { deposit_required: money() }),
    'entry of a deposit that is taken back': async (by) => {
      const [found] = await server.database.sql<{ lease: number; entry: number }>`
        select lease_id as lease, id as entry from deposit_entries order by random() limit 1`;
      const path = `/leases/${found?.lease ?? 0}/deposit/${found?.entry ?? 0}/take-back`;
      return call(by, 'POST', path, asManager(), { reason: 'Typed twice' });
    },
    'rule of deposits': (by) =>
      call(by, 'PUT', '/deposits/rule', asManager(), {
        ...{ return_days: random(14, 45), interest: pick(['none', 'simple', 'yearly']), percent: one(5) },
      }),
    'rule of deposits of a property': (by) =>
      call(by, 'PUT', '/deposits/rules/1', asManager(), {
        ...{ return_days: random(14, 45), interest: pick(['none', 'simple', 'yearly']), percent: one(5) },
      }),
    'property without a rule of deposits': (by) => call(by, 'DELETE', '/deposits/rules/1', asManager()),
    'late fee of a property': (by) =>
      call(by, 'POST', '/late-fees/properties/1', asManager(), { ...lateFee(), kind: 'flat' }),
    'late fee of a lease': async (by) =>
      call(by, 'POST', `/late-fees/leases/${await aLease()}`, asManager(), lateFee()),
    'late fees of a day': async () => {
      const now = new Date(`${monthFrom(months + random(0, 1))}T12:00:00Z`);
      await postLateFees(server.database, { zone: 'UTC', now });
    },
  } satisfies RandomChanges;
}
