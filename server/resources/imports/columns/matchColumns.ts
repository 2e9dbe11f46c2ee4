import {
  IMPORT_TABLE_NAMES,
  importColumns,
  type ImportTable,
} from '../../../../contract/imports/importTables.ts';
import type { SheetCorrection } from '../../../../contract/imports/imports.ts';
import { headingRow, textOf, type Sheet } from '../files/sheet.ts';

/** Other headings of each column, beside its name and its label: in lower case, letters and digits alone. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  property_name: ['building', 'buildingname', 'community', 'complex', 'site'],
  address: ['propertyaddress', 'street', 'streetaddress', 'buildingaddress'],
  phone_number: ['propertyphone', 'telephone', 'phonenumber', 'officephone'],
  unit_number: [
    'unitno',
    'unitnumber',
    'apt',
    'aptno',
    'apartment',
    'apartmentnumber',
    'door',
    'suite',
    'number',
    'unitid',
  ],
  rent_amount: [
    'rent',
    'rentamount',
    'marketrent',
    'monthlyrentamount',
    'leaserent',
    'contractrent',
    'currentrent',
  ],
  notes: ['note', 'comment', 'comments', 'remarks'],
  first_name: ['firstname', 'first', 'givenname', 'forename', 'tenantfirstname'],
  last_name: ['lastname', 'last', 'surname', 'familyname', 'tenantlastname'],
  full_name: ['fullname', 'tenant', 'tenantname', 'resident', 'residentname', 'occupant', 'person'],
  email: ['emailaddress', 'mail', 'mailaddress', 'tenantemail', 'residentemail'],
  phone: [
    'phonenumber',
    'telephone',
    'mobile',
    'mobilephone',
    'cell',
    'cellphone',
    'homephone',
    'tenantphone',
    'tenantphonenumber',
    'residentphone',
  ],
  starts: [
    'leasestart',
    'leasestartdate',
    'leasefrom',
    'start',
    'startdate',
    'movein',
    'moveindate',
    'leasebegin',
    'begins',
  ],
  ends: [
    'leaseend',
    'leaseenddate',
    'leaseto',
    'end',
    'enddate',
    'moveout',
    'moveoutdate',
    'leaseexpiration',
    'expires',
  ],
  from_month: ['firstmonth', 'chargefrom', 'chargesfrom', 'firstcharge', 'billfrom'],
  effective_on: ['date', 'asof', 'asofdate', 'day', 'duedate', 'balancedate', 'effectivedate', 'postdate'],
  amount: ['balance', 'openingbalance', 'amountdue', 'balancedue', 'owed', 'owes', 'due', 'currentbalance'],
  description: ['memo', 'details', 'for', 'note', 'notes', 'comment', 'reason'],
};

/** What a sheet contains, and in which of its columns. */
export interface Matched {
  table: ImportTable | null;
  headings: string[];
  /** The place of each column that was found, from 0. */
  columns: Record<string, number>;
}

/** Matches a sheet's headings with the columns of a table, or what a manager says instead of them. */
export function matchColumns(sheet: Sheet, correction?: SheetCorrection | null): Matched {
  const headings = (sheet.rows[headingRow(sheet)] ?? []).map(textOf);
  if (correction) {
    const { table, columns } = correction;
    if (!table) return { table, headings, columns: {} };
    const known = Object.keys(importColumns(table)).flatMap((name) => {
      const place = columns[name];
      return place == null || place >= headings.length ? [] : [[name, place] as const];
    });
    return { table, headings, columns: Object.fromEntries(known) };
  }
  const [best] = IMPORT_TABLE_NAMES.map((table) => ({ table, columns: columnsOf(table, headings) }))
    .filter(({ table, columns }) => isComplete(table, columns))
    .sort((a, b) => fit(b, headings) - fit(a, headings));
  return { table: best?.table ?? null, headings, columns: best?.columns ?? {} };
}

/** How well a table fits: how many of the headings it uses, and of as many, the table of fewer columns. */
function fit(
  { table, columns }: { table: ImportTable; columns: Record<string, number> },
  headings: readonly string[],
): number {
  const own = ['starts', 'effective_on', 'amount', 'address'].filter((name) => name in columns).length;
  return (
    Object.keys(columns).length +
    own / 2 -
    Object.keys(importColumns(table)).length / (100 * (headings.length + 1))
  );
}

/** Whether a sheet has what makes it such a table. */
function isComplete(table: ImportTable, columns: Readonly<Record<string, number>>): boolean {
  const isNamed = 'full_name' in columns || ('first_name' in columns && 'last_name' in columns);
  switch (table) {
    case 'units':
      return 'unit_number' in columns && !isNamed && !('email' in columns);
    case 'people':
      return isNamed && !('amount' in columns);
    case 'balances':
      return 'amount' in columns && (isNamed || 'email' in columns);
  }
}

function columnsOf(table: ImportTable, headings: readonly string[]): Record<string, number> {
  const plainHeadings = headings.map(plain);
  const columns: Record<string, number> = {};
  const taken = new Set<number>();
  const names = Object.entries(importColumns(table));
  // A label counts before a synonym, which two columns may share.
  const matchers = [
    (name: string, label: string) => [plain(label), plain(name)],
    (name: string) => SYNONYMS[name] ?? [],
  ];
  for (const wordsOf of matchers) {
    for (const [name, { label }] of names) {
      if (name in columns) continue;
      const place = plainHeadings.findIndex(
        (heading, index) => !taken.has(index) && wordsOf(name, label).includes(heading),
      );
      if (place < 0) continue;
      columns[name] = place;
      taken.add(place);
    }
  }
  return columns;
}

/** In lower case, letters and digits alone: "Unit #" is "unit". */
function plain(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
