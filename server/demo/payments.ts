import { receiptNumber, RECEIPTS_IN_BOOK } from '../../contract/ledger/receiptBooks.ts';
import { ENTRY_KINDS, methodKindOf } from '../../contract/ledger/entryKinds.ts';
import { toCents, toDollars } from '../../contract/values/money.ts';
import type { Sql } from '../database/database.ts';
import { postEntries, type PostedEntry } from '../resources/ledger/postEntries.ts';
import type { Calendar } from './calendar.ts';
import type { UnitName } from './places.ts';
import type { Step } from './step.ts';
import type { Billing, Method, Standing } from './residents.ts';
import { billOf } from './utilities.ts';

const { check, cash, moneyOrder, cardPayment, bankPayment } = ENTRY_KINDS;

export interface Tenancy {
  user_id: number;
  unit_id: number;
  unit: UnitName;
  /** How many months ago they moved in, and out. */
  since: number;
  former: number;
  bills: Billing;
}

export interface Month {
  month: number;
  manager: number;
  tenancies: Tenancy[];
}

/** How many of the last months are unpaid. */
const UNPAID_MONTHS: Record<Standing, number> = {
  paid: 0,
  'paid ahead': 0,
  'owes utilities': 0,
  'owes this month': 1,
  'two months behind': 2,
  'three months behind': 3,
};

/** Draws the numbers of receipts for what is paid at the door, as the manager's phone does. */
export async function openReceiptBook(sql: Sql, manager: number): Promise<() => string> {
  const [book] = await sql<{ id: number }>`
    insert into receipt_books (user_id, receipts) values (${manager}, ${RECEIPTS_IN_BOOK}) returning id`;
  if (!book) throw new Error('The new book was not returned.');
  let drawn = 0;
  return () => receiptNumber(book.id, ++drawn);
}

/** One payment of each tenant in a month without autopay, of what is owed by then. The last one leaves the balance of their standing. */
export function paymentsOf(
  sql: Sql,
  calendar: Calendar,
  { month, manager, tenancies, nextReceipt }: Month & { nextReceipt: () => string },
): Step[] {
  const paying = tenancies.filter(
    ({ since, former, bills }) =>
      month <= since &&
      month >= Math.max(former, UNPAID_MONTHS[bills.standing]) &&
      month >= (bills.autopay ?? 0),
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
        const receipt_number = method === cash.type ? nextReceipt() : undefined;
        return {
          ...{ user_id, unit_id, amount: -toDollars(cents), type: method, receipt_number },
          description: describe(method, month),
          created_by: isByProvider(method) ? null : manager,
          created_at: now.toISOString(),
        };
      });
      const posted = (await postEntries(sql, entries)).filter(({ type }) => isByProvider(type));
      await insertIntents(sql, posted);
    },
  }));
}

function isByProvider(type: string): boolean {
  return type === cardPayment.type || type === bankPayment.type;
}

/** A receipt needs the payment intent behind each payment by card or bank debit. */
async function insertIntents(sql: Sql, posted: readonly PostedEntry[]): Promise<void> {
  const rows = posted.map(({ id, type }) => ({
    ...{ id, method: methodKindOf(type), last4: type === cardPayment.type ? '4242' : '6789' },
    brand: type === cardPayment.type ? 'visa' : null,
  }));
  await sql`
    insert into payment_intents (user_id, stripe_id, amount, status, method, last4, brand, paid_at, transaction_id, created_at)
    select user_id, 'pi_demo_' || entry.id, -amount, 'succeeded', method, last4, brand, created_at, entry.id, created_at
    from jsonb_to_recordset(${rows}::jsonb) as row (id int, method text, last4 text, brand text)
    join transactions as entry using (id) order by entry.id`;
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
    case bankPayment.type:
      return 'Bank payment';
    case check.type:
      return `Check #${number}`;
    case cash.type:
      return 'Cash at the door';
    case moneyOrder.type:
      return `Money order 40-${number}`;
  }
}
