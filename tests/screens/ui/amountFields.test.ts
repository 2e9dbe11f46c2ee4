import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import { stateOfMeter } from '../../../src/features/utilities/meters/readMeters.ts';
import { readingOf } from '../../../src/features/utilities/parseReading.ts';
import {
  isUnreadable,
  NOT_A_NUMBER,
  parseAmount,
  parseNumber,
  parsePercent,
} from '../../../contract/values/parseNumber.ts';

const SOURCES = new URL('../../../src/', import.meta.url);

const METER: InstalledMeter = {
  ...{ id: 1, unit_id: 1, kind: 'water', serial_number: 'W-1', measure: 'gal', digits: 5, multiplier: 1 },
  ...{ place: null, installed_on: '2026-01-01', removed_on: null, replaces: null },
  last: { id: 1, value: 0, read_on: '2026-01-01', estimated: false },
  ...{ unbilled: [], recent: [], skipped: null },
};
const ofExchange = (field: 'first_value' | 'last_value') => (text: string) => {
  const exchange = { last_value: '0', serial_number: 'W-2', digits: '5', first_value: '0', [field]: text };
  const typed = { text: '2000', on: '2026-11-20', below: 'exchanged' as const, exchange };
  return stateOfMeter(METER, typed).reading?.exchange?.[field] ?? Number.NaN;
};

/** Every field for an amount, a rate, a percentage or a usage, by its file (below `features` where nothing else is said), and what reads it. */
const FIELDS: Record<string, (text: string) => number> = {
  'deposits/RuleForm.tsx percent': parsePercent,
  'leases/AddCharge.tsx amount': parseAmount,
  'leases/ChangeCharge.tsx amount': parseAmount,
  'dashboard/readings/SendReading.tsx value': parseNumber,
  'leases/LateFeeForm.tsx amount': parseAmount,
  'leases/LateFeeForm.tsx cap': parseAmount,
  'leases/LateFeeForm.tsx daily_amount': parseAmount,
  'leases/LateFeeForm.tsx daily_cap': parseAmount,
  'leases/LateFeeForm.tsx percent': parsePercent,
  'subjects/leases/newLease/LeaseFields.tsx amount': parseAmount,
  'subjects/leases/newLease/RequiredDeposit.tsx deposit_required': parseAmount,
  'leases/deposit/DepositForm.tsx amount': parseAmount,
  'leases/detail/ChangeTenants.tsx share': parseAmount,
  'ledger/CreditForm.tsx amount': parseAmount,
  'ledger/balances/ChargeFields.tsx amount': parseAmount,
  'ledger/ReturnPayment.tsx fee': parseAmount,
  'ledger/door/PaymentFields.tsx amount': parseAmount,
  'payments/autopay/AutopayFields.tsx max_amount': parseAmount,
  'ledger/refunds/RefundForm.tsx amount': parseAmount,
  'payments/PayPart.tsx amount': parseAmount,
  'people/meters/CorrectReading.tsx value': parseNumber,
  'subjects/utilities/ExchangeMeter.tsx first_value': parseNumber,
  'subjects/utilities/ExchangeMeter.tsx multiplier': parseNumber,
  'subjects/utilities/LastValue.tsx last_value': parseNumber,
  'people/meters/ReadMeter.tsx value': parseNumber,
  'subjects/utilities/MeterFields.tsx multiplier': parseNumber,
  'subjects/utilities/NewMeterFields.tsx first_value': parseNumber,
  'units/UnitForm.tsx area': parseAmount,
  'units/UnitForm.tsx rent_amount': parseAmount,
  'utilities/common/CorrectCommonReading.tsx value': parseNumber,
  'utilities/common/ReadCommonMeter.tsx value': parseNumber,
  'utilities/MeterField.tsx text': (text) =>
    readingOf({ water: text, electric: '', gas: '' }).used.water_usage,
  'utilities/meters/ExchangeFields.tsx first_value': ofExchange('first_value'),
  'utilities/meters/ExchangeFields.tsx last_value': ofExchange('last_value'),
  'utilities/meters/OpeningField.tsx text': (text) =>
    stateOfMeter(
      { ...METER, lived_in_since: '2026-11-05' },
      { text: '5000', on: '2026-11-20', opening: { text } },
    ).reading?.opening?.value ?? Number.NaN,
  'utilities/meters/ReadingField.tsx text': (text) =>
    stateOfMeter(METER, { text, on: '2026-11-20' }).reading?.value ?? Number.NaN,
  'utilities/Rates.tsx rate_${meter}': (text) => parseAmount(text, 4),
  'utilities/tariffs/TariffForm.tsx fixed_fee': parseAmount,
  'utilities/tariffs/TariffForm.tsx minimum': parseAmount,
  'utilities/tariffs/TariffForm.tsx sample': parseNumber,
  'utilities/tariffs/TariffForm.tsx tax_percent': parsePercent,
};

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(features|subjects)\/.*\.tsx?$/.test(file))
  .map((file) => ({
    file: file.replace(/^features\//, ''),
    text: readFileSync(new URL(file, SOURCES), 'utf8'),
  }));

/** The fields of a file whose keyboard has a decimal point. */
function fieldsOf(text: string): string[] {
  const fields = text.match(/<Field\b(?:(?!\/>)[^])*?\/>/g) ?? [];
  return fields
    .filter((field) => field.includes('inputMode="decimal"'))
    .map((field) => {
      const [, name, value, spread] =
        /field\(['`]([^'`]+)['`]\)|value=\{(\w+)\}|\{\.\.\.(\w+)Field\}/.exec(field) ?? [];
      return name ?? value ?? spread ?? field;
    });
}

test('every field for an amount, a rate or a usage is in this list', () => {
  const found = sources.flatMap(({ file, text }) => fieldsOf(text).map((name) => `${file} ${name}`));
  expect(found.sort()).toEqual(Object.keys(FIELDS).sort());
});

test('what is typed in such a field is read by the parser of this list', () => {
  const NAMES = new Map<unknown, RegExp>([
    [parseAmount, /parse(?:Optional)?Amount\((?:typed\.)?%\)/],
    [parsePercent, /parsePercent\((?:typed\.)?%\)/],
  ]);
  for (const [field, parse] of Object.entries(FIELDS)) {
    const [file, name = ''] = field.split(' ');
    const how = NAMES.get(parse);
    if (!how) continue;
    // A form may read in one file what it draws in another beside it.
    const beside = sources.filter((source) => dirname(source.file) === dirname(file!));
    const text = beside.map((source) => source.text).join('\n');
    expect([field, new RegExp(how.source.replace('%', name)).test(text)]).toEqual([field, true]);
    const parseAsWhole = new RegExp(`(?:parseNumber|Number)\\((?:typed\\.)?${name}\\)`);
    expect([field, parseAsWhole.test(text)]).toEqual([field, false]);
  }
});

test.each(Object.entries(FIELDS))('%s takes what is pasted where one number is meant', (_, read) => {
  for (const pasted of [
    '1450',
    '1,450.00',
    ' 1,450.00 ',
    '1 450.00',
    '1\u00a0450,00',
    '1.450,00',
    '١٤٥٠',
    '١٬٤٥٠٫٠٠',
  ]) {
    expect([pasted, read(pasted)]).toEqual([pasted, 1450]);
  }
});

test.each(Object.entries(FIELDS).filter(([, read]) => read === parseAmount))(
  '%s takes an amount with its currency',
  (_, read) => {
    for (const pasted of ['$1,450.00', '$ 1,450.00', 'USD 1,450.00', '1,450.00 USD'])
      expect(read(pasted)).toBe(1450);
  },
);

test.each(Object.entries(FIELDS).filter(([, read]) => read === parseAmount))(
  '%s takes no amount that could mean two numbers',
  (_, read) => {
    expect(read('1.450')).toBeNaN();
    expect(isUnreadable('1.450')).toBe(true);
  },
);

test('a usage that is not read as one number is told how to write it, and one that is negative is told so', () => {
  const problemOf = (water: string) => readingOf({ water, electric: '', gas: '' }).problems.water;
  for (const typed of ['12 50', '$12', '12 kWh', '1,2,3', 'twelve']) {
    expect(parseNumber(typed)).toBeNaN();
    expect(problemOf(typed)).toBe(NOT_A_NUMBER);
  }
  expect(problemOf('-1')).toBe('Water usage must be a number that is not negative.');
  expect(problemOf('')).toBeUndefined();
  expect(problemOf('0')).toBeUndefined();
});
