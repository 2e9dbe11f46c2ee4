import { countedFrom, isTheirs, needsOpening } from '../../../contract/utilities/homeUsage.ts';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import type { UtilityBillEntry } from '../../../contract/utilities/utilityBills.ts';
import { addDays, mediumDayText } from '../../../contract/values/calendar.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { refuseBelow, refuseEarlier, refuseFuture, refuseValue } from './changeMeters.ts';
import { removed } from './meterRows.ts';

export type GivenReading = NonNullable<UtilityBillEntry['readings']>[number];

/**
 * @throws {ApiError} 409 `read_since` for a meter that was billed since, `meter_removed` and `opening_needed`; 400 for a
 * reading that its meter cannot show
 */
export function refuseReading(
  asked: InstalledMeter,
  { from, value, read_on, rolled_over = false, exchange, opening }: GivenReading,
  { place, today }: { place: string; today: string },
): void {
  const day = read_on ?? today;
  if (asked.removed_on) throw removed(asked);
  const { last, serial_number } = asked;
  if (from !== last.id) {
    const message = `The meter ${serial_number} of ${place} was billed since, up to ${last.value} on ${mediumDayText(last.read_on)}. Please look at its reading again.`;
    throw new ApiError(409, message, { code: 'read_since' });
  }
  refuseOpening(asked, opening, place);
  const meter = countedFrom(asked, opening);
  refuseEarlier('read_on', day, meter);
  refuseFuture('read_on', day, addDays(today, 1));
  if (!exchange) {
    refuseValue('value', value, meter);
    refuseBelow('value', value, { meter, rolledOver: rolled_over });
    return;
  }
  const exchanged = exchange.exchanged_on ?? day;
  refuseEarlier('exchanged_on', exchanged, meter);
  refuseFuture('exchanged_on', exchanged, addDays(today, 1));
  if (exchanged > day)
    throw fieldError(400, 'exchanged_on', 'The meter was exchanged before it was read, or on that day.');
  refuseValue('value', value, exchange);
  refuseValue('last_value', exchange.last_value, meter);
  refuseBelow('last_value', exchange.last_value, { meter, rolledOver: exchange.last_rolled_over ?? false });
  if (value < exchange.first_value) {
    throw new ApiError(400, `The new meter of ${place} shows less than when it was installed.`);
  }
}

/**
 * @throws {ApiError} 409 `opening_needed` where a usage of before its tenants would be billed, 400 for a value at moving
 * in that cannot be, `usage_changed` where none is asked for
 */
function refuseOpening(meter: InstalledMeter, opening: GivenReading['opening'], place: string): void {
  const { serial_number, last, lived_in_since } = meter;
  const asked = needsOpening(meter);
  if (!opening && asked && lived_in_since) {
    const message = `The meter ${serial_number} of ${place} was read last on ${mediumDayText(last.read_on)}, before they moved in on ${mediumDayText(lived_in_since)}. Please say what it showed then.`;
    throw new ApiError(409, message, { code: 'opening_needed' });
  }
  if (!opening) return;
  if (!asked) {
    const message = `What the meter ${serial_number} of ${place} showed at moving in is known by now. Please look at its reading again.`;
    throw new ApiError(409, message, { code: 'usage_changed' });
  }
  refuseValue('opening', opening.value, meter);
  refuseBelow('opening', opening.value, { meter, rolledOver: true });
  if (!isTheirs(opening, meter)) {
    throw fieldError(400, 'opening', 'A reading at moving in is not of a day before that.');
  }
}
