import { AUTHOR, ID, STORED, unit, type RecordTable } from '../recordTable.ts';

/** What the meters of homes show, and which bill has which usage. */
export const METER_RECORDS: readonly RecordTable[] = [
  {
    table: 'meters',
    says: 'Each meter of a unit, those that were removed too.',
    columns: {
      id: ID,
      unit_id: unit('Whose usage it counts'),
      kind: 'water, electric or gas',
      serial_number: 'The number on it',
      measure: 'What it counts in',
      multiplier: 'What 1 of that is in gallons, kWh or therms',
      digits: 'How many digits it shows before the decimal point',
      place: 'Where it is',
      installed_on: 'Since when it is there',
      removed_on: 'When it was taken away',
      replaces: 'The meter in whose place it is',
      created_by: AUTHOR,
      created_at: STORED,
    },
  },
  {
    table: 'meter_readings',
    says: 'What each meter showed when, and when it was not read.',
    columns: {
      id: ID,
      meter_id: 'The meter',
      kind: 'installed, read, removed or skipped',
      value: 'What it showed',
      read_on: 'The day',
      estimated: 'Whether it is no reading but what it will have been',
      reason: 'Why it was not read',
      note: 'What was noted beside it',
      without_bill: 'Whether the next bill counts from it although none goes up to it, such as at a move',
      taken_at: 'When it was entered at the meter',
      created_by: AUTHOR,
      created_at: STORED,
    },
  },
  {
    table: 'billed_usages',
    says: 'The usage of a meter between two readings, as a bill has it.',
    columns: {
      bill_id: 'The bill, among the readings of units',
      meter_id: 'The meter',
      from_id: 'The reading that it counts from',
      to_id: 'The reading up to which it counts',
      rolled_over: 'Whether the meter began again at 0 between them',
      serial_number: 'The number on the meter then',
      measure: 'What the meter counted in then',
      multiplier: 'What 1 of that was in gallons, kWh or therms',
      usage: 'Gallons, kWh or therms',
      reversed: 'Whether the bill was taken back',
      given_up: 'Whether it is then billed to nobody',
    },
  },
  {
    table: 'walking_order',
    says: 'The order in which the meters of a property are read, where it was set by hand.',
    columns: { unit_id: unit('The unit'), position: 'Its place in its property' },
  },
];
