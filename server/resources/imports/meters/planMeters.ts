import type * as z from 'zod/mini';
import { MEASURES, NewMeter } from '../../../../contract/utilities/installedMeter.ts';
import { METER_LABELS, METERS, type Meter } from '../../../../contract/utilities/meters.ts';
import { valueProblem } from '../../../../contract/utilities/readingRules.ts';
import type { MeterRecord, UnitRecord } from '../records.ts';
import { withPauses } from '../withPauses.ts';
import type { ImportedRow } from '../plan/importedRow.ts';
import { keyOf, type Places } from '../plan/places.ts';

/** A meter that an import adds. */
export type PlannedMeter = z.output<typeof NewMeter> & { unit: UnitRecord; installed_on: string };

/** How kinds and measures are written elsewhere, in lower case. */
const KINDS: Readonly<Record<string, Meter>> = {
  ...{ electricity: 'electric', power: 'electric', elec: 'electric', light: 'electric' },
  ...{ 'natural gas': 'gas', 'cold water': 'water', 'hot water': 'water' },
};
const MEASURE_WORDS: Readonly<Record<string, string>> = {
  ...{ gallon: 'gal', gallons: 'gal', gals: 'gal', kgals: 'kgal', '1000 gal': 'kgal', hcf: 'CCF' },
  ...{ therm: 'therms', thm: 'therms', ft3: 'ft³', 'cu ft': 'ft³', cf: 'ft³', m3: 'm³', 'cu m': 'm³' },
};
const USUAL_DIGITS = 5;

/** Plans the meters of these rows. One that its unit has already, or had, stays as it is. */
export async function planMeters(
  rows: readonly ImportedRow[],
  places: Places,
  { known, today }: { known: readonly MeterRecord[]; today: string },
): Promise<PlannedMeter[]> {
  const here = new Map<string, MeterRecord>();
  // Of two with one number the one that was not removed is meant.
  for (const meter of known) {
    const key = keyOfMeter(meter.kind, meter.serial);
    if (here.get(key)?.isRemoved !== false) here.set(key, meter);
  }
  const seen = new Map<string, ImportedRow>();
  const planned: PlannedMeter[] = [];
  for await (const row of withPauses(rows)) {
    const unit = places.unitOf(row);
    if (unit === null) row.wrong('unit_number', 'Please give the unit.');
    const meter = meterOf(row, today);
    if (!unit || !meter) continue;
    const key = keyOfMeter(meter.kind, meter.serial_number);
    const before = seen.get(key);
    const there = here.get(key);
    if (before) {
      row.wrong('serial_number', `Line ${before.line} has this meter already.`);
    } else if (there?.unit === unit) {
      row.note(there.isRemoved ? 'It was removed here.' : 'It stays as it is here.');
    } else if (there && !there.isRemoved) {
      row.wrong('serial_number', `Unit ${there.unit.number} of ${there.unit.property.name} has this meter.`);
    } else {
      row.outcome = 'new';
      if (!row.isWrong) planned.push({ ...meter, unit });
    }
    seen.set(key, row);
  }
  return planned;
}

const keyOfMeter = (kind: Meter, serial: string) => `${kind} ${serial.toLowerCase()}`;

/** What a row says of its meter; undefined, with errors, where that cannot be one. */
function meterOf(row: ImportedRow, today: string): Omit<PlannedMeter, 'unit'> | undefined {
  const kind = kindOf(row);
  const serial_number = row.text('serial_number');
  const place = row.text('place') || null;
  const installed_on = row.day('installed_on') ?? today;
  if (installed_on > today) row.wrong('installed_on', 'This day has not come yet.');
  const measure = kind && measureOf(row, kind);
  const digits = row.number('digits') ?? USUAL_DIGITS;
  const multiplier = row.number('multiplier') ?? (kind && measure ? MEASURES[kind][measure] : undefined);
  const first_value = row.number('first_value') ?? Number.NaN;
  if (!kind || measure === undefined || multiplier === undefined) return undefined;
  const meter = { kind, serial_number, measure, digits, multiplier, first_value, installed_on, place };
  row.check(NewMeter, meter, {
    ...{ serial_number: 'serial_number', measure: 'measure', digits: 'digits', multiplier: 'multiplier' },
    ...{ place: 'place', first_value: 'first_value' },
  });
  const problem = row.isWrong ? undefined : valueProblem(first_value, { digits });
  if (problem) row.wrong('first_value', problem);
  Object.assign(row.values, { meter_kind: METER_LABELS[kind].name, measure });
  return row.isWrong ? undefined : meter;
}

function kindOf(row: ImportedRow): Meter | undefined {
  const text = row.text('meter_kind').toLowerCase();
  const kind = METERS.find((each) => each === text) ?? KINDS[text];
  if (!kind) row.wrong('meter_kind', 'A meter is for water, electric or gas.');
  return kind;
}

/** What a meter counts in; the unit of bills where the row does not say it. */
function measureOf(row: ImportedRow, kind: Meter): string | undefined {
  const text = row.text('measure');
  const measures = Object.keys(MEASURES[kind]);
  if (text === '') return measures[0];
  const word = MEASURE_WORDS[text.toLowerCase()] ?? text;
  const measure = measures.find((each) => keyOf(each) === keyOf(word));
  if (!measure)
    row.wrong(
      'measure',
      `A meter for ${METER_LABELS[kind].name.toLowerCase()} counts in ${measures.join(', ')}.`,
    );
  return measure;
}
