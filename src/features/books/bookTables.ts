import {
  entryCode,
  type BalanceOn,
  type Posting,
  type RentRollRow,
  type VacantHome,
} from '../../../contract/books/books.ts';
import { decimal, type CsvTable } from '../../ui/files/csv.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import type { Period } from '../../ui/forms/DayRange.tsx';

/**
 * The rent roll, with today's date in the file name. It has no line of totals, which a program that adds up a column would count
 * as another lease; the totals are on screen.
 */
export function rentRollTable(rows: readonly RentRollRow[]): CsvTable {
  return {
    name: `rent-roll-${isoDay()}`,
    header: [
      ...['Property', 'Unit #', 'User ID', 'First name', 'Last name'],
      ...['Monthly rent', 'Charged this month', 'Paid', 'Unpaid', 'Days late'],
      ...['Later rent', 'Later rent from'],
    ],
    rows: rows.map((row) => [
      ...[row.property_name, row.unit_number, String(row.user_id), row.first_name, row.last_name],
      ...[row.rent, row.charged, row.paid, row.open].map(decimal),
      String(row.days_late),
      ...(row.later_rent ? [decimal(row.later_rent.amount), row.later_rent.from_month] : ['', '']),
    ]),
  };
}

/** The vacant homes, with today's date in the file name. */
export function vacantHomesTable(rows: readonly VacantHome[]): CsvTable {
  return {
    name: `vacant-homes-${isoDay()}`,
    header: ['Property', 'Unit #', 'Market rent', 'Days vacant'],
    rows: rows.map(({ property_name, unit_number, market_rent, days_vacant }) => [
      ...[property_name, unit_number, market_rent === null ? '' : decimal(market_rent)],
      String(days_vacant ?? ''),
    ]),
  };
}

/** The postings of some days, a side of an entry a line, with its amount as a debit or as a credit. */
export function postingsTable(postings: readonly Posting[], { from, to }: Period): CsvTable {
  return {
    name: `postings-${from}-to-${to}`,
    header: [
      ...['Entry', 'Date', 'Account', 'Debit', 'Credit', 'Description'],
      ...['User ID', 'First name', 'Last name', 'Property', 'Unit #'],
    ],
    rows: postings.map((row) => [
      ...[entryCode(row), row.day, row.account],
      ...(row.amount >= 0 ? [decimal(row.amount), ''] : ['', decimal(-row.amount)]),
      ...[row.description, String(row.user_id), row.first_name, row.last_name],
      ...[row.property_name ?? '', row.unit_number ?? ''],
    ]),
  };
}

/** The balances at the end of a day. */
export function balancesOnTable(balances: readonly BalanceOn[], day: string): CsvTable {
  return {
    name: `balances-on-${day}`,
    header: ['User ID', 'First name', 'Last name', 'Property', 'Unit #', 'Balance'],
    rows: balances.map((row) => [
      ...[String(row.user_id), row.first_name, row.last_name, row.property_name ?? '', row.unit_number ?? ''],
      decimal(row.balance),
    ]),
  };
}
