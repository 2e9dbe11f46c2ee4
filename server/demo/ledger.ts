import { toCents, toDollars } from '../../contract/money.ts';
import { ENTRY_KINDS, type ChargeType } from '../../contract/entryKinds.ts';
import type { Sql } from '../database/database.ts';
import { postLateFees } from '../resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../resources/leases/postLeaseCharges.ts';
import { postEntries } from '../resources/ledger/postEntries.ts';
import { instantsOf, type Calendar } from './calendar.ts';
import type { DemoIds, UnitName } from './places.ts';
import { residents, type Billing, type Method, type Standing } from './residents.ts';
import { billOf, insertBills } from './utilities.ts';

const { utility, damageFee, parkingFee, miscCharge } = ENTRY_KINDS;
const { check, cash, moneyOrder, cardPayment } = ENTRY_KINDS;

interface Tenancy {
  user_id: number;
  unit_id: number;
  unit: UnitName;
  /** How many months ago they moved in, and out. */
  since: number;
  former: number;
  bills: Billing;
}

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

/** How many of the last months are unpaid. */
const UNPAID_MONTHS: Record<Standing, number> = {
  paid: 0,
  'paid ahead': 0,
  'owes utilities': 0,
  'owes this month': 1,
  'two months behind': 2,
  'three months behind': 3,
};

/** How many months the ledgers go back. */
const MONTHS = 11;

/** What happens at a local time. A payment of this month that is still to come is made now, so that the balances are the same on every day. */
interface Step {
  at: string;
  isPayment?: boolean;
  post: (now: Date) => Promise<unknown>;
}

/**
 * Lets the last twelve months pass: the jobs post rent and late fees, management bills what was read and charges what
 * happened, and tenants pay what they owe. A trigger updates the balances.
 */
export async function insertLedger(sql: Sql, calendar: Calendar, ids: DemoIds): Promise<void> {
  const tenancies = tenanciesOf(ids);
  const months = Array.from({ length: MONTHS + 1 }, (_, index) => MONTHS - index);
  const steps = [
    ...months.flatMap((month) => [
      ...postingOf(sql, calendar, month),
      billingOf(sql, calendar, { month, manager: ids.manager, tenancies }),
      ...paymentsOf(sql, calendar, { month, manager: ids.manager, tenancies }),
    ]),
    ...feesOf(sql, calendar, ids, tenancies),
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
    { at: calendar.inMonth(month, 1, '06:00:00'), post: (now) => postLeaseCharges(database, { zone, now }) },
    { at: calendar.inMonth(month, 6, '06:00:00'), post: (now) => postLateFees(database, { zone, now }) },
  ];
}

interface Month {
  month: number;
  manager: number;
  tenancies: Tenancy[];
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

/** One payment of each tenant in a month, of what is owed by then. The last one leaves the balance of their standing. */
function paymentsOf(sql: Sql, calendar: Calendar, { month, manager, tenancies }: Month): Step[] {
  const paying = tenancies.filter(
    ({ since, former, bills }) => month <= since && month >= Math.max(former, UNPAID_MONTHS[bills.standing]),
  );
  const days = [...new Set(paying.map(({ bills }) => bills.day))];
  return days.map((day) => ({
    at: calendar.inMonth(month, day, '12:40:00'),
    isPayment: true,
    post: async (now) => {
      const payers = paying.filter(({ bills }) => bills.day === day);
      const balances = await readBalances(sql, payers);
      const entries = payers.flatMap(({ user_id, unit_id, unit, former, bills: { method, standing } }) => {
        const isLast = month === Math.max(former, UNPAID_MONTHS[standing]);
        const cents = (balances.get(user_id) ?? 0) + (isLast ? leftOver(standing, unit, month, calendar) : 0);
        if (cents <= 0) return [];
        return {
          ...{
            user_id,
            unit_id,
            amount: -toDollars(cents),
            type: method,
            description: describe(method, month),
          },
          created_by: method === cardPayment.type ? null : manager,
          created_at: now.toISOString(),
        };
      });
      const posted = await postEntries(sql, entries);
      const byCard = posted.filter(({ type }) => type === cardPayment.type).map(({ id }) => id);
      // A receipt needs the payment intent behind each card payment.
      await sql`
        insert into payment_intents (user_id, stripe_id, amount, status, last4, brand, paid_at, transaction_id, created_at)
        select user_id, 'pi_demo_' || id, -amount, 'succeeded', '4242', 'visa', created_at, id, created_at
        from transactions where id = any(${byCard}::int[]) order by id`;
    },
  }));
}

/** In cents, by user. */
async function readBalances(sql: Sql, tenancies: readonly Tenancy[]): Promise<Map<number, number>> {
  const users = tenancies.map(({ user_id }) => user_id);
  const rows = await sql<{ user_id: number; balance: number }>`
    select user_id, balance from balances where user_id = any(${users}::int[])`;
  return new Map(rows.map(({ user_id, balance }) => [user_id, toCents(balance)]));
}

/** In cents: how much more than the balance somebody's last payment is. */
function leftOver(standing: Standing, unit: UnitName, month: number, calendar: Calendar): number {
  if (standing === 'paid ahead') return 30_000;
  return standing === 'owes utilities' ? -billOf(unit, month + 1, calendar).cents : 0;
}

function describe(method: Method, monthsAgo: number): string {
  const number = 1073 - 4 * monthsAgo;
  switch (method) {
    case cardPayment.type:
      return 'Card payment';
    case check.type:
      return `Check #${number}`;
    case cash.type:
      return `Cash, receipt ${number}`;
    case moneyOrder.type:
      return `Money order 40-${number}`;
  }
}
