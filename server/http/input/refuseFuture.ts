import { addDays } from '../../../contract/values/calendar.ts';
import { dayIn, FIRST_ZONE } from '../../../contract/values/timeZone.ts';
import { fieldError } from '../apiError.ts';

export const IN_FUTURE = 'The day must not be in the future.';

/** @throws {ApiError} 400 for a day of a field that has started nowhere yet: a manager may be ahead of the community */
export function refuseFuture(field: string, day: string | undefined): void {
  if (day !== undefined && day > dayIn(FIRST_ZONE, new Date())) throw fieldError(400, field, IN_FUTURE);
}

/** The days of a year. */
const AHEAD = 366;

/** @throws {ApiError} 400 for a day of a field that is more than a year ahead */
export function refuseFarFuture(field: string, day: string | undefined): void {
  if (day !== undefined && day > addDays(dayIn(FIRST_ZONE, new Date()), AHEAD)) {
    throw fieldError(400, field, 'The day must be within a year.');
  }
}
