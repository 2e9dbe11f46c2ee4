/** How the text of a column is read. */
type ColumnKind = 'text' | 'amount' | 'day' | 'month';

export interface ImportColumn {
  /** Its heading in the templates. */
  label: string;
  kind: ColumnKind;
  /** Whether a table without this column is refused. */
  required?: true;
  /** Whether the templates leave it out, since they have it in other columns or in another table. */
  alternative?: true;
}

interface ImportTableDefinition {
  title: string;
  /** What the table is for, in one sentence. */
  description: string;
  columns: Readonly<Record<string, ImportColumn>>;
}

const text = (label: string) => ({ label, kind: 'text' }) as const;

const person = {
  first_name: text('First name'),
  last_name: text('Last name'),
  full_name: { ...text('Name'), alternative: true },
  email: text('Email'),
} as const;
const lease = {
  lease_dates: { ...text('Lease dates'), alternative: true },
  starts: { label: 'Lease start', kind: 'day' },
  ends: { label: 'Lease end', kind: 'day' },
  rent_amount: { label: 'Monthly rent', kind: 'amount' },
  from_month: { label: 'First month charged', kind: 'month' },
} as const;
const home = { property_name: text('Property'), unit_number: text('Unit') } as const;

/** The tables that can be imported, with their columns in the order of the templates. */
export const IMPORT_TABLES = {
  units: {
    title: 'Properties and units',
    description: 'One row for each unit. The address and phone of a property stand in any of its rows.',
    columns: {
      property_name: text('Property'),
      address: text('Address'),
      phone_number: text('Phone'),
      unit_number: { ...text('Unit'), required: true },
      rent_amount: { label: 'Monthly rent', kind: 'amount' },
      area: text('Area'),
      notes: text('Notes'),
    },
  },
  people: {
    title: 'People and leases',
    description:
      'One row for each person. Rows with one unit and lease start are one lease; the first person is billed.',
    columns: {
      ...person,
      phone: text('Phone'),
      ...home,
      /** Of a property that is new. It is not called Address, since that of a list of people is often their own. */
      property_address: { ...text('Property address'), alternative: true },
      ...lease,
    },
  },
  balances: {
    title: 'Opening balances',
    description: 'One row for each amount that a person owed on a day. A credit is negative.',
    columns: {
      ...person,
      ...home,
      effective_on: { label: 'Date', kind: 'day' },
      amount: { label: 'Amount', kind: 'amount', required: true },
      description: text('Description'),
    },
  },
  meters: {
    title: 'Meters',
    description:
      'One row for each meter of a unit that is here or in the files, with the value from which its usage is billed.',
    columns: {
      ...home,
      unit_number: { ...text('Unit'), required: true },
      meter_kind: { ...text('Kind'), required: true },
      serial_number: { ...text('Serial number'), required: true },
      measure: text('Counts in'),
      digits: text('Digits'),
      multiplier: text('Multiplier'),
      place: text('Place'),
      installed_on: { label: 'Since', kind: 'day' },
      first_value: { ...text('First value'), required: true },
    },
  },
  rentRoll: {
    title: 'Rent roll',
    description:
      'One row for each unit, with who lives there, the lease and what is owed. A unit without a name is vacant.',
    columns: {
      property_name: text('Property'),
      address: text('Address'),
      unit_number: { ...text('Unit'), required: true },
      market_rent: { label: 'Market rent', kind: 'amount' },
      status: text('Status'),
      ...person,
      phone: text('Phone'),
      ...lease,
      amount: { label: 'Balance', kind: 'amount' },
    },
  },
} as const satisfies Record<string, ImportTableDefinition>;

export type ImportTable = keyof typeof IMPORT_TABLES;
export const IMPORT_TABLE_NAMES = Object.keys(IMPORT_TABLES) as [ImportTable, ...ImportTable[]];

/** The columns of a table by their names. */
export function importColumns(table: ImportTable): Readonly<Record<string, ImportColumn>> {
  return IMPORT_TABLES[table].columns;
}
