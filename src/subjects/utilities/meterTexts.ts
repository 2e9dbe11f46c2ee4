import { usageText } from '../../../contract/utilities/billPrice.ts';
import type {
  BilledReading,
  InstalledMeter,
  ShownValue,
} from '../../../contract/utilities/installedMeter.ts';
import { METER_LABELS } from '../../../contract/utilities/meters.ts';
import { countedFrom, unbilledOf } from '../../../contract/utilities/homeUsage.ts';
import { usageBetween, usualOf } from '../../../contract/utilities/readingRules.ts';
import { timeText } from '../../ui/data/Time.tsx';

/** Such as "Water W-1". */
export function meterName({ kind, serial_number }: Pick<InstalledMeter, 'kind' | 'serial_number'>): string {
  return `${METER_LABELS[kind].name} ${serial_number}`;
}

/** Such as "120 gal". */
export function usageOfKind(kind: InstalledMeter['kind'], used: number): string {
  return `${usageText(used)} ${METER_LABELS[kind].unit}`;
}

/** Such as "Last 4,521, Oct 26, estimated". */
export function lastText({ value, read_on, estimated }: ShownValue): string {
  const day = timeText(read_on, 'short').replace(/, \d{4}$/, '');
  return `Last ${usageText(value)}, ${day}${estimated ? ', estimated' : ''}`;
}

/** Such as "360 gal, over three times the usual 100 gal". */
export function unusualText({ kind, recent }: InstalledMeter, used: number, is: 'above' | 'below'): string {
  const usual = usageOfKind(kind, Math.round(usualOf(recent) ?? 0));
  return `${usageOfKind(kind, used)}, ${is === 'above' ? 'over three times' : 'under a third of'} the usual ${usual}`;
}

/** What is asked of a meter that was read last before those who live there moved in. */
export function openingQuestion({ last, lived_in_since }: InstalledMeter): string {
  return `It was read last on ${timeText(last.read_on)}, before they moved in on ${timeText(lived_in_since ?? last.read_on)}. Please enter what it showed then.`;
}

/** Of each reading of a bill, such as "W-1: 1,000 to 1,120", of an exchange both meters; and what no bill has yet. */
export function readingLines(
  meters: readonly InstalledMeter[],
  readings: readonly BilledReading[],
): string[] {
  const line = (serial: string, from: number, to: number) =>
    `${serial}: ${usageText(from)} to ${usageText(to)}`;
  return meters.flatMap((meter) => {
    const { id, serial_number } = meter;
    const before = unbilledOf(meter).map(({ from, to }) => line(serial_number, from.value, to.value));
    const reading = readings.find(({ meter_id }) => meter_id === id);
    if (!reading) return before;
    const { value, exchange, opening } = reading;
    const { last } = countedFrom(meter, opening);
    if (!exchange) return [...before, line(serial_number, last.value, value)];
    const { last_value, first_value, serial_number: added } = exchange;
    return [...before, line(serial_number, last.value, last_value), line(added, first_value, value)];
  });
}

/** Of each meter that was read at moving in, what it counted before: it is not in the bill. */
export function leftOutLines(
  meters: readonly InstalledMeter[],
  readings: readonly BilledReading[],
): string[] {
  return readings.flatMap(({ meter_id, opening }) => {
    const meter = meters.find(({ id }) => id === meter_id);
    if (!meter || !opening) return [];
    const used = usageOfKind(meter.kind, usageBetween(meter.last.value, opening.value, meter));
    return [`${used} of ${meterName(meter)} before they moved in are not billed.`];
  });
}
