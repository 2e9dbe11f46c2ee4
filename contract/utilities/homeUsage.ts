import { fromHundredths, toHundredths } from '../values/money.ts';
import type { Usage } from './billPrice.ts';
import type { BilledReading, InstalledMeter } from './installedMeter.ts';
import { METERS } from './meters.ts';
import { usageBetween } from './readingRules.ts';

/** What a reading is billed for: up to it, and before an exchange up to the last value of the meter that was removed. */
export function usagesOf(meter: InstalledMeter, reading: BilledReading): { before: number; now: number } {
  const { value, exchange } = reading;
  const from = meter.last.value;
  if (!exchange) return { before: 0, now: usageBetween(from, value, meter) };
  return {
    before: usageBetween(from, exchange.last_value, meter),
    now: usageBetween(exchange.first_value, value, exchange),
  };
}

/** The usage of a meter between two readings that no bill has yet. */
export function unbilledOf(meter: InstalledMeter): number[] {
  return meter.unbilled.map(({ from, to }) => usageBetween(from.value, to.value, meter));
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
  for (const meter of meters) for (const usage of unbilledOf(meter)) add(meter.kind, usage);
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
