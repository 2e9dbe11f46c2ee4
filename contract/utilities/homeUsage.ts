import { fromHundredths, toHundredths } from '../values/money.ts';
import type { Usage } from './billPrice.ts';
import { addDays } from '../values/calendar.ts';
import type { BilledReading, InstalledMeter, OpeningValue, ShownValue } from './installedMeter.ts';
import { METERS } from './meters.ts';
import { usageBetween } from './readingRules.ts';

/** Whether what a meter counts from a reading on is of those who live there. What showed the evening before they came is theirs. */
export function isTheirs(
  { read_on }: Pick<ShownValue, 'read_on'>,
  { lived_in_since }: InstalledMeter,
): boolean {
  return !lived_in_since || read_on >= addDays(lived_in_since, -1);
}

/** Whether it has to be said what a meter showed as those who live there moved in, before its usage can be billed. */
export const needsOpening = (meter: InstalledMeter): boolean => !isTheirs(meter.last, meter);

/** The meter as a reading is counted: from its last value, or the one at moving in. */
export function countedFrom(meter: InstalledMeter, opening: OpeningValue | undefined): InstalledMeter {
  if (!opening) return meter;
  const { value, read_on, estimated = false } = opening;
  return { ...meter, last: { id: meter.last.id, value, read_on, estimated } };
}

/** What a reading is billed for: up to it, and before an exchange up to the last value of the meter that was removed. */
export function usagesOf(meter: InstalledMeter, reading: BilledReading): { before: number; now: number } {
  const { value, exchange, opening } = reading;
  const from = countedFrom(meter, opening).last.value;
  if (!exchange) return { before: 0, now: usageBetween(from, value, meter) };
  return {
    before: usageBetween(from, exchange.last_value, meter),
    now: usageBetween(exchange.first_value, value, exchange),
  };
}

/** What no bill has of a meter, and is of those who live there: what began before they came is nobody's. */
export function unbilledOf(
  meter: InstalledMeter,
): (InstalledMeter['unbilled'][number] & { usage: number })[] {
  return meter.unbilled
    .filter(({ from }) => isTheirs(from, meter))
    .map(({ from, to }) => ({ from, to, usage: usageBetween(from.value, to.value, meter) }));
}

/**
 * The usage of a home's bill by its meters: up to these readings, and what no bill has of any of its meters.
 * @param meters those of the home, those that were removed too
 */
export function homeUsage(meters: readonly InstalledMeter[], readings: readonly BilledReading[]): Usage {
  const byId = new Map(meters.map((meter) => [meter.id, meter]));
  const used: Usage = { water_usage: 0, electric_usage: 0, gas_usage: 0 };
  const hundredths = new Map(METERS.map((kind) => [kind, 0]));
  const add = (kind: InstalledMeter['kind'], usage: number) =>
    hundredths.set(kind, (hundredths.get(kind) ?? 0) + toHundredths(usage));
  for (const meter of meters) for (const { usage } of unbilledOf(meter)) add(meter.kind, usage);
  for (const reading of readings) {
    const meter = byId.get(reading.meter_id);
    if (!meter) continue;
    const { before, now } = usagesOf(meter, reading);
    add(meter.kind, before);
    add(meter.kind, now);
  }
  for (const kind of METERS) used[`${kind}_usage`] = fromHundredths(hundredths.get(kind) ?? 0);
  return used;
}
