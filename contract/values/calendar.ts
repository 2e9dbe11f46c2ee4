// Days such as `2026-05-26` and months as their first day, such as `2026-05-01`, which are the same in every time zone, and how
// Americans write them. A moment becomes a day by `dayIn`, before it is written.

/** In milliseconds, of a day without a change of the clocks. */
export const DAY = 86_400_000;

/** The day that is so many days later, or earlier where the number is negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10);
}

/** How many days after the first day the second is; below 0 where it is before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/** The month of a day. */
export function monthOf(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** The month that is so many months later, or earlier where the number is negative. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 10);
}

/** How many days a month has. */
export function daysIn(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

/** A day of a month; the month's last one for a number beyond it. */
export function dayOf(month: string, day: number): string {
  return `${month.slice(0, 8)}${String(Math.min(day, daysIn(month))).padStart(2, '0')}`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The parts of a day as they are written. Without `Intl`, as in `numberText.ts`. */
function partsOf(day: string): { month: string; number: number; year: number } {
  const date = new Date(day);
  return { month: MONTHS[date.getUTCMonth()] ?? '', number: date.getUTCDate(), year: date.getUTCFullYear() };
}

/** Such as `December 1, 2026`. */
export function dayText(day: string): string {
  const { month, number, year } = partsOf(day);
  return `${month} ${number}, ${year}`;
}

/** Such as `Dec 1, 2026`. */
export function mediumDayText(day: string): string {
  const { month, number, year } = partsOf(day);
  return `${month.slice(0, 3)} ${number}, ${year}`;
}

/** Such as `December 1`. */
export function monthDay(day: string): string {
  const { month, number } = partsOf(day);
  return `${month} ${number}`;
}

/** Such as `May 2026`. */
export function monthName(day: string): string {
  const { month, year } = partsOf(day);
  return `${month} ${year}`;
}

/**
 * Orders days, or moments of one form as ISO 8601 writes them, the earlier first. As plain text: what compares by a language loads
 * its data.
 */
export function compareTimes(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
