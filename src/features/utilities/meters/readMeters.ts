import { countedFrom, homeUsage, needsOpening, usagesOf } from '../../../../contract/utilities/homeUsage.ts';
import {
  meterValue,
  NewMeter,
  type BilledReading,
  type InstalledMeter,
  type OpeningValue,
} from '../../../../contract/utilities/installedMeter.ts';
import type { Usage } from '../../../../contract/utilities/billPrice.ts';
import {
  mayHaveRolledOver,
  outOfUsual,
  usualOf,
  valueProblem,
} from '../../../../contract/utilities/readingRules.ts';
import { NOT_A_NUMBER, parseNumber } from '../../../../contract/values/parseNumber.ts';
import type { Typed, TypedExchange, TypedReading } from '../../../offline/subjects/bills.ts';
import { openingQuestion } from '../../../subjects/utilities/meterTexts.ts';
import { timeText } from '../../../ui/data/Time.tsx';

/** What is wrong with what was typed at a meter. */
export interface MeterProblem {
  text: string;
  /** Whether the value is below the last one, which may be right: the meter is asked about. */
  below?: boolean;
  /** The field that it is about, of an exchange or of moving in. */
  field?: keyof TypedExchange | 'opening';
}

/** What was typed at a meter: a reading to bill, or what is wrong with it. Neither where nothing was typed. */
export interface MeterState {
  reading?: BilledReading;
  problem?: MeterProblem;
  /** In the unit of bills. */
  usage?: number;
  unusual?: 'above' | 'below' | undefined;
  /** The meter with the value that it is counted from. */
  from?: InstalledMeter;
}

const BELOW = 'This is below the last reading. Rolled over, exchanged, or a typo?';

/** The meters of a home that can be read. */
export function metersToRead(meters: readonly InstalledMeter[]): InstalledMeter[] {
  return meters.filter(({ removed_on }) => !removed_on);
}

export function stateOfMeter(meter: InstalledMeter, typed: TypedReading | undefined): MeterState {
  const text = typed?.text.trim() ?? '';
  if (!typed || text === '') return {};
  const value = numberOf(text);
  if (typeof value === 'string') return { problem: { text: value } };
  const opening = openingOf(meter, typed);
  if (typeof opening === 'string') return { problem: { text: opening, field: 'opening' } };
  const from = countedFrom(meter, opening);
  const state = { ...stateFrom(from, typed, value), from };
  return state.reading && opening ? { ...state, reading: { ...state.reading, opening } } : state;
}

/** What a meter showed at moving in, or what is wrong with it; undefined where nobody asks for it. */
function openingOf(meter: InstalledMeter, { on, opening }: TypedReading): OpeningValue | string | undefined {
  const { last, lived_in_since } = meter;
  if (!needsOpening(meter) || !lived_in_since) return undefined;
  if (on < lived_in_since)
    return `They move in on ${timeText(lived_in_since)}. What it counts before is not theirs.`;
  const text = opening?.text.trim() ?? '';
  if (text === '') return openingQuestion(meter);
  const value = numberOf(text);
  if (typeof value === 'string') return value;
  if (value < last.value && !mayHaveRolledOver(last.value, value, meter)) {
    return `It showed ${last.value} before.`;
  }
  const estimated = opening?.estimated ?? false;
  return valueProblem(value, meter) ?? { value, read_on: lived_in_since, estimated };
}

function stateFrom(meter: InstalledMeter, typed: TypedReading, value: number): MeterState {
  if (typed.below === 'exchanged' && typed.exchange)
    return exchanged(meter, { typed, value, ...typed.exchange });
  const tooLong = valueProblem(value, meter);
  if (tooLong) return { problem: { text: tooLong } };
  if (value < meter.last.value && typed.below !== 'rolled_over') {
    return { problem: { text: BELOW, below: true } };
  }
  return read(meter, {
    ...{ ...readingOf(meter, typed), value },
    ...(value < meter.last.value ? { rolled_over: true } : {}),
  });
}

function exchanged(
  meter: InstalledMeter,
  { typed, value, ...found }: TypedExchange & { typed: TypedReading; value: number },
): MeterState {
  const problemAt = (field: keyof TypedExchange, text: string): MeterState => ({ problem: { text, field } });
  const last_value = numberOf(found.last_value);
  if (typeof last_value === 'string') return problemAt('last_value', last_value);
  const wrongLast = valueProblem(last_value, meter);
  if (wrongLast) return problemAt('last_value', wrongLast);
  if (last_value < meter.last.value) return problemAt('last_value', `It showed ${meter.last.value} before.`);
  const serial_number = found.serial_number.trim();
  const { serial_number: serial, digits: length } = NewMeter.shape;
  const wrongSerial = serial.safeParse(serial_number).error?.issues[0]?.message;
  if (wrongSerial) return problemAt('serial_number', wrongSerial);
  const digits = parseNumber(found.digits);
  const wrongDigits = length.safeParse(digits).error?.issues[0]?.message;
  if (wrongDigits) return problemAt('digits', wrongDigits);
  const first_value = numberOf(found.first_value);
  if (typeof first_value === 'string') return problemAt('first_value', first_value);
  const tooLong = valueProblem(value, { digits });
  if (tooLong) return { problem: { text: tooLong } };
  if (value < first_value) return problemAt('first_value', 'The new meter shows less than this now.');
  const { multiplier } = meter;
  const exchange = { last_value, serial_number, digits, multiplier, first_value, exchanged_on: typed.on };
  return read(meter, { ...readingOf(meter, typed), value, exchange });
}

function readingOf(
  { id, last }: InstalledMeter,
  { on, estimated, photos = [] }: TypedReading,
): Omit<BilledReading, 'value'> {
  // What was typed before another bill was made is of a later day all the same.
  const read_on = on < last.read_on ? last.read_on : on;
  return {
    meter_id: id,
    from: last.id,
    read_on,
    ...(estimated ? { estimated: true } : {}),
    ...(photos.length > 0 ? { following_photos: [...photos] } : {}),
  };
}

function read(meter: InstalledMeter, reading: BilledReading): MeterState {
  const { before, now } = usagesOf(meter, reading);
  const usage = before + now;
  return { reading, usage, unusual: outOfUsual(usage, usualOf(meter.recent)) };
}

/** The number that a text says, or what is wrong with it. */
function numberOf(text: string): number | string {
  const number = parseNumber(text);
  if (Number.isNaN(number)) return NOT_A_NUMBER;
  return meterValue.safeParse(number).error?.issues[0]?.message ?? number;
}

/** What was typed at the meters of a home. */
export interface HomeState {
  used: Usage;
  readings: BilledReading[];
  states: Map<number, MeterState>;
  problems: boolean;
}

export function stateOfHome(meters: readonly InstalledMeter[], typed: Typed['meters'] = {}): HomeState {
  const states = new Map(
    metersToRead(meters).map((meter) => [meter.id, stateOfMeter(meter, typed[meter.id])]),
  );
  const all = [...states.values()];
  const readings = all.flatMap(({ reading }) => reading ?? []);
  const problems = all.some(({ problem }) => problem);
  const none = { water_usage: 0, electric_usage: 0, gas_usage: 0 };
  return {
    used: readings.length > 0 && !problems ? homeUsage(meters, readings) : none,
    readings,
    states,
    problems,
  };
}
