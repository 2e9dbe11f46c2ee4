import { toCents, toDollars } from '../../contract/money.ts';
import { ENTRY_KINDS, type ChargeType, type EntryType } from '../../contract/entryKinds.ts';
import type { Sql } from '../database/database.ts';
import { postEntries } from '../resources/ledger/postEntries.ts';
import type { Calendar } from './calendar.ts';
import { units, type DemoIds, type UnitName } from './places.ts';
import { residents, type Billing, type Method, type Standing } from './residents.ts';
import { billOf, insertBills, type Bill } from './utilities.ts';

const { rent, utility, lateFee, damageFee, parkingFee, miscCharge } = ENTRY_KINDS;
const { check, cash, moneyOrder, cardPayment } = ENTRY_KINDS;

interface Entry {
  /** In the community's time zone. */
  at: string;
  type: EntryType;
  description: string;
  /** Positive for a charge, negative for a payment. */
  cents: number;
  bill?: Bill;
}

interface Tenancy {
  username: string;
  unit: UnitName;
  since: number;
  former?: number;
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

const LATE_FEE = 5000;

/** How many of the last months are unpaid. */
const UNPAID_MONTHS: Record<Standing, number> = {
  paid: 0,
  'paid ahead': 0,
  'owes utilities': 0,
  'owes this month': 1,
  'two months behind': 2,
  'three months behind': 3,
};

/** Posts the last twelve months of every tenancy. A trigger updates the balances. */
export async function insertLedger(
  sql: Sql,
  calendar: Calendar,
  { unitIds, userIds, manager }: DemoIds,
): Promise<void> {
  const entries = residents.flatMap(({ username, unit, since, former, bills }) => {
    if (unit === undefined || since === undefined || !bills) return [];
    const tenancy = { username, unit, since, bills, ...(former !== undefined && { former }) };
    return entriesOf(tenancy, calendar).map((entry) => ({
      ...entry,
      user_id: userIds.get(username) ?? 0,
      unit_id: unitIds.get(unit) ?? 0,
      amount: toDollars(entry.cents),
      created_by: entry.type === cardPayment.type ? null : manager,
    }));
  });
  // In the order of time; at the same time, charges come first.
  entries.sort((a, b) => a.at.localeCompare(b.at) || b.cents - a.cents);
  const posted = await postEntries(
    sql,
    entries.map(({ at, user_id, unit_id, amount, type, description, created_by }) => {
      // A payment later this month is dated now, so that the balances are the same on every day.
      const created_at = at < calendar.now ? `${at} ${calendar.zone}` : calendar.instant.toISOString();
      return { user_id, unit_id, amount, type, description, created_by, created_at };
    }),
  );
  const bills = entries.flatMap(({ bill }, index) =>
    bill ? [{ ...bill, transaction_id: posted[index]?.id }] : [],
  );
  await insertBills(sql, manager, bills);
  // A receipt needs the payment intent behind each card payment.
  await sql`
    insert into payment_intents (user_id, stripe_id, amount, status, last4, brand, paid_at, transaction_id, created_at)
    select user_id, 'pi_demo_' || id, -amount, 'succeeded', '4242', 'visa', created_at, id, created_at
    from transactions where type = ${cardPayment.type} order by id`;
}

function entriesOf(tenancy: Tenancy, calendar: Calendar): Entry[] {
  const charges = chargesOf(tenancy, calendar).filter(({ at }) => at <= calendar.now);
  return [...charges, ...paymentsOf(tenancy, charges, calendar)];
}

function chargesOf({ username, unit, since, former = 0, bills }: Tenancy, calendar: Calendar): Entry[] {
  const monthly = toCents(units.get(unit)?.rent ?? 0);
  const charges: Entry[] = [];
  const post = (month: number, day: number, time: string, entry: Omit<Entry, 'at'>) =>
    charges.push({ at: calendar.inMonth(month, day, time), ...entry });
  for (let month = since; month >= former; month--) {
    const name = calendar.monthName(month);
    post(month, 1, '06:00:00', { type: rent.type, description: `Rent for ${name}`, cents: monthly });
    if (bills.parking) {
      const cents = toCents(bills.parking);
      post(month, 1, '06:01:00', { type: parkingFee.type, description: `Covered parking, ${name}`, cents });
    }
    if (bills.day > 5 || month < UNPAID_MONTHS[bills.standing]) {
      post(month, 6, '09:30:00', {
        type: lateFee.type,
        description: `Late fee for ${name}`,
        cents: LATE_FEE,
      });
    }
    // The current month has no bill, so that bills can be posted in the demo.
    if (month > 0) post(month, 26, '14:00:00', { type: utility.type, ...billOf(unit, month, calendar) });
  }
  for (const { monthsAgo, day, type, dollars, description } of fees.filter(
    (fee) => fee.username === username,
  )) {
    post(monthsAgo, day, '12:15:00', { type, description, cents: toCents(dollars) });
  }
  return charges;
}

/** One payment a month of what is owed by then. The last one leaves the balance of the tenant's standing. */
function paymentsOf({ since, former = 0, bills }: Tenancy, charges: Entry[], calendar: Calendar): Entry[] {
  const last = Math.max(former, UNPAID_MONTHS[bills.standing]);
  const payments: Entry[] = [];
  let paid = 0;
  for (let month = since; month >= last; month--) {
    const at = calendar.inMonth(month, bills.day, '12:40:00');
    const billed = charges.filter((charge) => charge.at <= at);
    let cents = sum(billed) - paid;
    if (month === last && bills.standing === 'paid ahead') cents += 30_000;
    if (month === last && bills.standing === 'owes utilities') {
      cents -= billed.findLast(({ type }) => type === utility.type)?.cents ?? 0;
    }
    if (cents <= 0) continue;
    paid += cents;
    payments.push({ at, type: bills.method, description: describe(bills.method, month), cents: -cents });
  }
  return payments;
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

function sum(entries: Entry[]): number {
  return entries.reduce((total, { cents }) => total + cents, 0);
}
