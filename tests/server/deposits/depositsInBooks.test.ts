import { afterEach, beforeEach, expect } from 'vitest';
import type { MonthReport, Posting } from '../../../contract/books/books.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { closeMonth, FIRST_OPEN, LAST_CLOSED_DAY, REFUSAL } from '../../support/server/books/closing.ts';
import { depositOf, readAs, setRule } from '../../support/server/deposits/deposits.ts';
import { begin } from '../../support/server/leases/lateFees.ts';
import { change, group, ROBIN, today } from '../../support/server/today/today.ts';
import { isolatedTest as test, server } from '../../support/server/world.ts';

let lease: number;
let deposit: ReturnType<typeof depositOf>;
beforeEach(async () => {
  lease = await begin();
  deposit = depositOf(lease);
});
afterEach(async () => expect(await ledgerDiscrepancies(server.database)).toEqual([]));

test('Today counts down to the day on which the deposit of a lease that is over goes back', async () => {
  await deposit.entered({ kind: 'Received', amount: 900 });
  await setRule({ return_days: 14, interest: 'none', percent: 0 });
  expect(await group('deposit')).toBeUndefined();
  const ends = addDays(today(), -3);
  await change('PUT', `/leases/${lease}`, { ends });
  expect(await group('deposit')).toMatchObject({
    total: 1,
    rows: [{ id: `deposit:${lease}`, day: addDays(ends, 14), amount: 900, person: { id: ROBIN } }],
  });
  expect(await deposit.read()).toMatchObject({ ends, return_by: addDays(ends, 14) });
  await deposit.entered({ kind: 'Returned', amount: 900 });
  expect(await group('deposit')).toBeUndefined();
});

test('a deposit is a liability of its lease in the journal, and neither income nor collected money', async () => {
  const [first, last] = ['2026-03-01', '2026-03-31'];
  await deposit.entered({ kind: 'Received', amount: 500, day: '2026-03-02' });
  await deposit.entered({ kind: 'Interest', amount: 5, day: '2026-03-03' });
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description, effective_on, created_by, lease_id)
    values (${ROBIN}, 1, 80, 'Misc Charge', 'A door', '2026-03-04', 1, ${lease})`;
  await deposit.entered({ kind: 'Applied', amount: 80, description: 'A door', day: '2026-03-05' });
  await deposit.entered({ kind: 'Returned', amount: 425, day: '2026-03-06' });
  const postings = await readAs<Posting[]>(`/books/postings?from=${first}&to=${last}`);
  expect(postings.map(({ day, account, amount }) => [day.slice(8), account, amount])).toEqual([
    ['02', 'assets:deposits', 500],
    ['02', `liabilities:deposits:lease ${lease}`, -500],
    ['03', 'expenses:deposit interest', 5],
    ['03', `liabilities:deposits:lease ${lease}`, -5],
    ['04', `assets:receivable:user ${ROBIN}`, 80],
    ['04', 'income:other', -80],
    ['05', `assets:receivable:user ${ROBIN}`, -80],
    ['05', `liabilities:deposits:lease ${lease}`, 80],
    ['06', 'assets:deposits', -425],
    ['06', `liabilities:deposits:lease ${lease}`, 425],
  ]);
  const { journal } = await readAs<{ journal: string }>(`/books/journal?from=${first}&to=${last}`);
  expect(journal).toMatch(/2026-03-02 \* \(D\d+\) Robin Hale \| Deposit received/);
  expect(await readAs<MonthReport>(`/books/months/${first}`)).toMatchObject({
    ...{ charged: 80, collected: 0, waived: 0, from_deposits: 80, closing: 0 },
  });
});

test('nothing of a deposit is dated into a closed month, whoever enters it', async () => {
  await closeMonth();
  const received = (day: string) => deposit.enter({ kind: 'Received', amount: 500, day });
  const refused = await received(LAST_CLOSED_DAY);
  expect([refused.statusCode, refused.json<Failure>()]).toMatchObject([
    409,
    { code: 'month_closed', fields: { day: REFUSAL } },
  ]);
  const byHand = server.database.sql`
    insert into deposit_entries (lease_id, user_id, kind, amount, day, created_by)
    values (${lease}, ${ROBIN}, 'Received', 500, ${LAST_CLOSED_DAY}, 1)`;
  await expect(byHand).rejects.toThrow(/are closed/);
  expect((await received(FIRST_OPEN)).statusCode).toBe(201);
});
