import { usageText } from '../../../contract/utilities/billPrice.ts';
import type {
  BilledReading,
  InstalledMeter,
  ShownValue,
} from '../../../contract/utilities/installedMeter.ts';
import { METER_LABELS } from '../../../contract/utilities/meters.ts';
import { usualOf } from '../../../contract/utilities/readingRules.ts';
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

/** Of each reading of a bill, such as "W-1: 1,000 to 1,120", of an exchange both meters; and what no bill has yet. */
export function readingLines(
  meters: readonly InstalledMeter[],
  readings: readonly BilledReading[],
): string[] {
  const line = (serial: string, from: number, to: number) =>
    `${serial}: ${usageText(from)} to ${usageText(to)}`;
  return meters.flatMap(({ id, serial_number, last, unbilled }) => {
    const before = unbilled.map(({ from, to }) => line(serial_number, from.value, to.value));
    const reading = readings.find(({ meter_id }) => meter_id === id);
    if (!reading) return before;
    const { value, exchange } = reading;
    if (!exchange) return [...before, line(serial_number, last.value, value)];
    const { last_value, first_value, serial_number: added } = exchange;
    return [...before, line(serial_number, last.value, last_value), line(added, first_value, value)];
  });
}
