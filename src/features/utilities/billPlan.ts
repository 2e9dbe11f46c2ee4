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
import type { Settings } from '../../../contract/utilities/rates.ts';
import { METER_LABELS, METERS, type Meter } from '../../../contract/utilities/meters.ts';
import type { ShownBills, Typed } from '../../offline/subjects/bills.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { billedThisMonth, type UnitToRead } from './walkingOrder.ts';
import { readingOf } from './parseReading.ts';

/** A reading of more than this many times the usual usage gets a warning. */
const UNUSUAL = 3;

export interface PlannedBill {
  unit: UnitToRead;
  typed: Typed;
  used: Usage;
  price: Price;
  warnings: string[];
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
    const { used, problems, counts } = readingOf(typed);
    if (Object.keys(problems).length > 0) {
      plan.wrong.push({ unit, problem: `Please check the numbers of ${unitLabel(unit)}.` });
    } else if (METERS.every((meter) => isBlank(meter, typed))) {
      if (!billedThisMonth(unit)) plan.missing.push(unit);
    } else {
      const price = counts ? priceOf(used, rates) : undefined;
      if (!price?.cents) plan.worthless.push(unit);
      else if (price.cents > LARGEST_ENTRY) {
        plan.wrong.push({ unit, problem: tooLarge(unitLabel(unit)) });
      } else {
        plan.bills.push({ unit, typed, used, price, warnings: warningsOf(unit, typed, used) });
        plan.cents += price.cents;
      }
    }
  }
  return plan;
}

function warningsOf(unit: UnitToRead, typed: Typed, used: Usage): string[] {
  const { last } = unit;
  const warnings = METERS.flatMap((meter) => {
    const { name, unit: measure } = METER_LABELS[meter];
    const usual = last?.[`usual_${meter}`];
    const now = used[`${meter}_usage`];
    if (isBlank(meter, typed) && usual !== 0) return [`${name} has no reading.`];
    if (now === 0) return usual === 0 ? [] : [`${name} is zero.`];
    if (!usual || now <= UNUSUAL * usual) return [];
    return [`${name} is over three times the usual ${usageText(Math.round(usual))} ${measure}.`];
  });
  if (billedThisMonth(unit)) warnings.push('This unit was billed this month already.');
  return warnings;
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
  const blank = bills.flatMap(({ unit, typed }) =>
    METERS.filter((meter) => isBlank(meter, typed) && unit.last?.[`usual_${meter}`] !== 0).map(
      (meter) => `${METER_LABELS[meter].name} of ${unitLabel(unit)}`,
    ),
  );
  if (blank.length === 0) return undefined;
  const more = blank.length - NAMED;
  const named = [...blank.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join('; ');
  return `${blank.length === 1 ? 'A meter has' : `${blank.length} meters have`} no reading: ${named}. Bill as 0?`;
}

/** The plan as the input of the route and as the outbox shows it. */
export function postingOf({ bills, rates }: Plan): { entries: UtilityBillEntry[]; shown: ShownBills } {
  const due_date = isoDay();
  return {
    entries: bills.map(({ unit, used, price: { cents: _, ...costs } }) => ({
      ...{ user_id: unit.user_id, due_date },
      ...used,
      ...costs,
    })),
    shown: {
      rates,
      bills: bills.map(({ unit, typed }) => ({
        user_id: unit.user_id,
        unit_id: unit.unit_id,
        unit: unitLabel(unit),
        person: unit.person,
        typed,
      })),
    },
  };
}
