import { unitLabel } from '../../../contract/units/unit.ts';
import { LARGEST_ENTRY } from '../../../contract/values/amount.ts';
import type { UtilityBillEntry } from '../../../contract/utilities/utilityBills.ts';
import {
  priceOf,
  tooLarge,
  usageText,
  type Price,
  type Usage,
} from '../../../contract/utilities/billPrice.ts';
import type { Tariff } from '../../../contract/utilities/tariffs.ts';
import type { Settings } from '../../../contract/utilities/rates.ts';
import { METER_LABELS, METERS, type Meter } from '../../../contract/utilities/meters.ts';
import { outOfUsual } from '../../../contract/utilities/readingRules.ts';
import { leftOutLines, meterName, unusualText } from '../../subjects/utilities/meterTexts.ts';
import { metersToRead, type HomeState } from './meters/readMeters.ts';
import type { ShownBills, Typed } from '../../offline/subjects/bills.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { billedThisMonth, type UnitToRead } from './walkingOrder.ts';
import { readingOf } from './parseReading.ts';

/** What is worth a second look, and the meter that it is about. */
export interface Warning {
  text: string;
  meter?: Meter;
  /** The meter of the home that it is about. */
  id?: number;
}

export interface PlannedBill {
  unit: UnitToRead;
  typed: Typed;
  used: Usage;
  price: Price;
  warnings: Warning[];
  /** What its meters were read at, where it has any. */
  home?: HomeState;
}

/** The bills that posting would make, for the review. */
export interface Plan {
  rates: Settings;
  bills: PlannedBill[];
  cents: number;
  /** Units that get no bill, without a problem being known. */
  missing: UnitToRead[];
  /** Units whose usage is zero, or so small that it costs nothing. */
  worthless: UnitToRead[];
  /** Units that cannot be billed as they are, and why. */
  wrong: { unit: UnitToRead; problem: string }[];
}

export function planOf(
  units: readonly UnitToRead[],
  typedOf: (unitId: number) => Typed,
  rates: Settings,
): Plan {
  const plan: Plan = { rates, bills: [], cents: 0, missing: [], worthless: [], wrong: [] };
  for (const unit of units) {
    const typed = typedOf(unit.unit_id);
    const { used, problems, counts, home } = readingOf(typed, unit.meters);
    if (Object.keys(problems).length > 0 || home?.problems) {
      plan.wrong.push({ unit, problem: problemOf(unit, home) });
    } else if (home ? home.readings.length === 0 : METERS.every((meter) => isBlank(meter, typed))) {
      if (!billedThisMonth(unit)) plan.missing.push(unit);
    } else {
      const price = counts ? priceOf(used, rates, unit.tariffs) : undefined;
      if (!price?.cents) plan.worthless.push(unit);
      else if (price.cents > LARGEST_ENTRY) {
        plan.wrong.push({ unit, problem: tooLarge(unitLabel(unit)) });
      } else {
        const warnings = home ? meterWarnings(unit, home) : warningsOf(unit, typed, used);
        if (billedThisMonth(unit)) warnings.push({ text: 'This unit was billed this month already.' });
        plan.bills.push({ unit, typed, used, price, warnings, ...(home ? { home } : {}) });
        plan.cents += price.cents;
      }
    }
  }
  return plan;
}

function problemOf(unit: UnitToRead, home: HomeState | undefined): string {
  const asked = [...(home?.states.values() ?? [])].find(({ problem }) => problem?.field === 'opening');
  return asked?.problem
    ? `${unitLabel(unit)}: ${asked.problem.text}`
    : `Please check the numbers of ${unitLabel(unit)}.`;
}

function warningsOf(unit: UnitToRead, typed: Typed, used: Usage): Warning[] {
  const { last } = unit;
  return METERS.flatMap((meter): Warning[] => {
    const { name, unit: measure } = METER_LABELS[meter];
    const usual = last?.[`usual_${meter}`];
    const now = used[`${meter}_usage`];
    if (isBlank(meter, typed) && usual !== 0) return [{ meter, text: `${name} has no reading.` }];
    if (now === 0) return usual === 0 ? [] : [{ meter, text: `${name} is zero.` }];
    if (!isUnusual(unit, meter, used)) return [];
    return [{ meter, text: `${name} is over three times the usual ${usualText(usual)} ${measure}.` }];
  });
}

/** Of the meters of a home: what was not read, and what is out of the usual. */
function meterWarnings({ meters }: UnitToRead, { states, readings }: HomeState): Warning[] {
  const leftOut = leftOutLines(meters, readings).map((text) => ({ text }));
  const ofMeters = metersToRead(meters).flatMap((meter): Warning[] => {
    const { reading, usage, unusual } = states.get(meter.id) ?? {};
    const name = meterName(meter);
    const about = { meter: meter.kind, id: meter.id };
    if (!reading)
      return [{ ...about, text: `${name} has no reading. What it counts comes with a later bill.` }];
    const warnings: Warning[] = [];
    if (reading.estimated) warnings.push({ ...about, text: `${name} is estimated.` });
    if (unusual) warnings.push({ ...about, text: `${name} is ${unusualText(meter, usage ?? 0, unusual)}.` });
    return warnings;
  });
  return [...ofMeters, ...leftOut];
}

const usualText = (usual: number | null | undefined) => usageText(Math.round(usual ?? 0));

function isUnusual({ last }: UnitToRead, meter: Meter, used: Usage): boolean {
  const usual = last?.[`usual_${meter}`];
  return outOfUsual(used[`${meter}_usage`], usual) === 'above';
}

function isBlank(meter: Meter, typed: Typed): boolean {
  return typed[meter].trim() === '';
}

/** The number of meters that are named in a question. */
const NAMED = 3;

/**
 * Asks whether meters without a reading are billed as zero; undefined if there are none. A meter that usually has no
 * usage, such as gas in a home without it, is left out.
 */
export function blankMeterQuestion({ bills }: Plan): string | undefined {
  const blank = bills.flatMap(({ unit, typed, home }) =>
    // What a meter counts that is not read comes with a later bill.
    (home ? [] : METERS)
      .filter((meter) => isBlank(meter, typed) && unit.last?.[`usual_${meter}`] !== 0)
      .map((meter) => `${METER_LABELS[meter].name} of ${unitLabel(unit)}`),
  );
  if (blank.length === 0) return undefined;
  const named = namedOf(blank);
  return `${blank.length === 1 ? 'A meter has' : `${blank.length} meters have`} no reading: ${named}. Bill as 0?`;
}

/** Asks whether readings far above the usual are meant; undefined if there are none. */
export function unusualQuestion({ bills }: Plan): string | undefined {
  const unusual = bills.flatMap(({ unit, used, home }) =>
    (home ? [] : METERS.filter((meter) => isUnusual(unit, meter, used))).map((meter) => {
      const { name, unit: measure } = METER_LABELS[meter];
      const usual = usualText(unit.last?.[`usual_${meter}`]);
      return `${name} of ${unitLabel(unit)}, ${usageText(used[`${meter}_usage`])} ${measure} instead of the usual ${usual}`;
    }),
  );
  if (unusual.length === 0) return undefined;
  const one = unusual.length === 1;
  const many = one ? 'A reading is' : `${unusual.length} readings are`;
  return `${many} over three times the usual: ${namedOf(unusual)}. Bill ${one ? 'it' : 'them'}?`;
}

/** The first few, and how many more there are. */
function namedOf(all: readonly string[]): string {
  const more = all.length - NAMED;
  return [...all.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

/**
 * The plan as the input of the route and as the outbox shows it.
 * @param tariffs those that are valid today; undefined where this device never read them
 */
export function postingOf(
  { bills, rates }: Plan,
  tariffs?: readonly Tariff[],
): {
  entries: UtilityBillEntry[];
  shown: ShownBills;
} {
  const due_date = isoDay();
  return {
    entries: bills.map(({ unit, used, home, price: { cents: _, ...costs } }) => ({
      ...{ user_id: unit.user_id, due_date },
      ...used,
      ...costs,
      ...(tariffs ? { by_tariff: true } : {}),
      ...(home ? { readings: home.readings } : {}),
    })),
    shown: {
      rates,
      ...(tariffs ? { tariffs: [...tariffs] } : {}),
      bills: bills.map(({ unit, typed }) => ({
        user_id: unit.user_id,
        unit_id: unit.unit_id,
        property_id: unit.property_id,
        unit: unitLabel(unit),
        person: unit.person,
        typed,
      })),
    },
  };
}
