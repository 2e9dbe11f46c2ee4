import { afterEach, expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { DepositRow, PropertyDepositRule } from '../../../contract/deposits/deposit.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { communityDay } from '../../support/days.ts';
import { depositOf, readAs, setRule } from '../../support/server/deposits/deposits.ts';
import { begin } from '../../support/server/leases/lateFees.ts';
import { isolatedTest as test, manager, server } from '../../support/server/world.ts';

const PROPERTY = 1;
const yearAgo = addDays(communityDay(), -365);
const OWN = { return_days: 14, interest: 'simple', percent: 10 };
const own = (body: object, property = PROPERTY) =>
  server.call('PUT', `/deposits/rules/${property}`, { as: manager, body });
const remove = (property = PROPERTY) => server.call('DELETE', `/deposits/rules/${property}`, { as: manager });

/** Of a lease that is over, of a home of that property. */
async function held() {
  const lease = await begin();
  const { sql } = server.database;
  await sql`update leases set starts = ${yearAgo}, ends = null where id = ${lease}`;
  const deposit = depositOf(lease);
  await deposit.entered({ kind: 'Received', amount: 1000, day: yearAgo });
  return { lease, deposit };
}

afterEach(async () => void (await server.database.sql`delete from property_deposit_rules`));

test('a property’s rule says its interest and by when its deposits go back, and no other property’s', async () => {
  await setRule({ return_days: 30, interest: 'simple', percent: 5 });
  const { lease, deposit } = await held();
  expect((await own(OWN, 2)).statusCode).toBe(200);
  expect(await deposit.read()).toMatchObject({ interest_due: 50 });
  expect((await own(OWN)).json<PropertyDepositRule>()).toEqual({ property_id: PROPERTY, rule: OWN });
  expect(await deposit.read()).toMatchObject({ interest_due: 100 });

  const ended = addDays(communityDay(), -1);
  await server.database.sql`update leases set ends = ${ended} where id = ${lease}`;
  expect(await deposit.read()).toMatchObject({ return_by: addDays(ended, 14) });
  const [row] = (await readAs<DepositRow[]>('/deposits')).filter(({ lease_id }) => lease_id === lease);
  expect(row).toMatchObject({ return_by: addDays(ended, 14) });
  expect(row).not.toHaveProperty('property_id');
  const today = JSON.stringify(await readAs('/today'));
  expect(today).toContain(addDays(ended, 14));

  expect((await remove()).statusCode).toBe(200);
  expect(await deposit.read()).toMatchObject({ return_by: addDays(ended, 30) });
  expect(await readAs('/deposits/rules')).toMatchObject([{ property_id: 2 }]);
});

test('who changed a property’s rule is recorded, and a rule without interest keeps no percent', async () => {
  await own(OWN);
  await own({ ...OWN, interest: 'none' });
  expect(await readAs('/deposits/rules')).toEqual([
    { property_id: PROPERTY, rule: { return_days: 14, interest: 'none', percent: 0 } },
  ]);
  await remove();
  const audit = await readAs<AuditEntry[]>(`/audit?subject=property&id=${PROPERTY}`);
  expect(audit.slice(0, 3).map(({ action, changes }) => [action, changes.deposit_interest])).toEqual([
    ['changed', { before: 'none', after: null }],
    ['changed', { before: 'simple', after: 'none' }],
    ['changed', { before: null, after: 'simple' }],
  ]);
});

test('a rule of a property that is not there, and one that is wrong, are refused', async () => {
  expect((await own(OWN, 999)).statusCode).toBe(404);
  expect((await remove(999)).json<Failure>().message).toBe('This property is not there any more.');
  expect((await remove()).statusCode).toBe(200);
  expect((await own({ ...OWN, return_days: 90 })).json<Failure>().fields).toEqual({
    return_days: 'Deposits are returned within 14 to 45 days.',
  });
});
