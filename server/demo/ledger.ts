import { toDollars } from '../../contract/values/money.ts';
import { ENTRY_KINDS, type ChargeType } from '../../contract/ledger/entryKinds.ts';
import type { Sql } from '../database/database.ts';
import { postLateFees } from '../resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../resources/leases/postLeaseCharges.ts';
import { postEntries } from '../resources/ledger/postEntries.ts';
import { autopayOf, setupsOf } from './autopay.ts';
import { instantsOf, type Calendar } from './calendar.ts';
import { commonMeterOf } from './meters/commonMeters.ts';
import { openReceiptBook, paymentsOf, type Month, type Tenancy } from './payments.ts';
import type { DemoIds } from './places.ts';
import { residents } from './residents.ts';
import type { Step } from './step.ts';
import { billOf, insertBills } from './utilities.ts';

const { utility, damageFee, parkingFee, miscCharge } = ENTRY_KINDS;

interface Fee {
  username: string;
  monthsAgo: number;
  day: number;
  type: ChargeType;
  dollars: number;
  description: string;
}

const fees: Fee[] = [
  { username: 'resident', monthsAgo: 5, day: 14, type: miscCharge.type, dollars: 18.5, description: 'Replacement mailbox key' },
  { username: 'luis.ortega', monthsAgo: 4, day: 9, type: parkingFee.type, dollars: 25, description: 'Guest permit, one week' },
  { username: 'dvolkov', monthsAgo: 6, day: 20, type: damageFee.type, dollars: 86.4, description: 'Broken window screen, living room' },
  { username: 'aisha.mt', monthsAgo: 8, day: 11, type: miscCharge.type, dollars: 40, description: 'Second key fob' },
  { username: 'cmendoza', monthsAgo: 5, day: 17, type: miscCharge.type, dollars: 30, description: 'Returned check fee' },
  { username: 'eleanor.w', monthsAgo: 3, day: 16, type: miscCharge.type, dollars: 60, description: 'Lockout after office hours' },
  { username: 'derek.halloran', monthsAgo: 3, day: 29, type: damageFee.type, dollars: 265, description: 'Carpet cleaning and a door after move-out' },
]; // prettier-ignore

/** How many months the ledgers go back. */
const MONTHS = 11;

/**
 * Lets the last twelve months pass: the jobs post rent and late fees, management bills what was read and charges what
 * happened, and tenants pay what they owe. A trigger updates the balances.
 */
export async function insertLedger(sql: Sql, calendar: Calendar, ids: DemoIds): Promise<void> {
  const tenancies = tenanciesOf(ids);
  const nextReceipt = await openReceiptBook(sql, ids.manager);
  const months = Array.from({ length: MONTHS + 1 }, (_, index) => MONTHS - index);
  const steps = [
    ...months.flatMap((month) => [
      ...postingOf(sql, calendar, month),
      autopayOf(sql, calendar, month),
      billingOf(sql, calendar, { month, manager: ids.manager, tenancies }),
      ...paymentsOf(sql, calendar, { month, manager: ids.manager, tenancies, nextReceipt }),
    ]),
    ...feesOf(sql, calendar, ids, tenancies),
    ...setupsOf(sql, calendar, ids),
    ...commonMeterOf(sql, calendar, ids),
  ].sort((a, b) => a.at.localeCompare(b.at));
  const instants = await instantsOf(
    sql,
    calendar,
    steps.map(({ at }) => at),
  );
  for (const { at, isPayment, post } of steps) {
    if (at <= calendar.now) await post(instants.get(at) ?? calendar.instant);
    else if (isPayment) await post(calendar.instant);
  }
}

function tenanciesOf({ unitIds, userIds }: DemoIds): (Tenancy & { username: string })[] {
  return residents.flatMap(({ username, unit, since, former = 0, bills }) => {
    const [user_id, unit_id] = [userIds.get(username), unit && unitIds.get(unit)];
    if (!user_id || !unit || !unit_id || since === undefined || !bills) return [];
    return [{ username, user_id, unit_id, unit, since, former, bills }];
  });
}

/** What the jobs of leases post in a month, in the transaction of the demo. */
function postingOf(sql: Sql, calendar: Calendar, month: number): Step[] {
  const { zone } = calendar;
  const database = { transaction: <T>(work: (own: Sql) => Promise<T>) => work(sql) };
  return [
    { at: calendar.inMonth(month, 1, '00:00:00'), post: (now) => postLeaseCharges(database, { zone, now }) },
    { at: calendar.inMonth(month, 6, '06:00:00'), post: (now) => postLateFees(database, { zone, now }) },
  ];
}

/** The utility bills of a month. This month has none yet, so that bills can be posted in the demo. */
function billingOf(sql: Sql, calendar: Calendar, { month, manager, tenancies }: Month): Step {
  return {
    at: calendar.inMonth(month, 26, '14:00:00'),
    post: async (now) => {
      if (month === 0) return;
      const billed = tenancies.filter((each) => livesThere(each, month));
      const bills = billed.map(({ unit }) => billOf(unit, month, calendar));
      const entries = billed.map(({ user_id, unit_id }, index) => ({
        ...{ user_id, unit_id, type: utility.type, created_by: manager, created_at: now.toISOString() },
        amount: toDollars(bills[index]?.cents ?? 0),
        description: bills[index]?.description ?? '',
      }));
      const posted = await postEntries(sql, entries);
      await insertBills(
        sql,
        manager,
        bills.map(({ bill }, index) => ({ ...bill, transaction_id: posted[index]?.id })),
      );
    },
  };
}

function livesThere({ since, former }: Tenancy, month: number): boolean {
  return month <= since && month >= former;
}

function feesOf(
  sql: Sql,
  calendar: Calendar,
  { manager }: DemoIds,
  tenancies: (Tenancy & { username: string })[],
): Step[] {
  return fees.flatMap(({ username, monthsAgo, day, type, dollars, description }) => {
    const tenancy = tenancies.find((each) => each.username === username);
    if (!tenancy) throw new Error(`${username} has no unit.`);
    const { user_id, unit_id } = tenancy;
    return {
      at: calendar.inMonth(monthsAgo, day, '12:15:00'),
      post: (now: Date) =>
        postEntries(sql, [
          {
            ...{ user_id, unit_id, type, amount: dollars, description },
            ...{ created_by: manager, created_at: now.toISOString() },
          },
        ]),
    };
  });
}
