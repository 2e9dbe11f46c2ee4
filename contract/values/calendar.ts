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

/** Writes a day. The formatter is made when it is first used, since a start takes no time for it. */
function written(options: Intl.DateTimeFormatOptions): (day: string) => string {
  let formatter: Intl.DateTimeFormat | undefined;
  return (day) => {
    formatter ??= new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
    return formatter.format(new Date(day));
  };
}

/** Such as `December 1, 2026`. */
export const dayText = written({ dateStyle: 'long' });
/** Such as `Dec 1, 2026`. */
export const mediumDayText = written({ dateStyle: 'medium' });
/** Such as `December 1`. */
export const monthDay = written({ month: 'long', day: 'numeric' });
/** Such as `May 2026`. */
export const monthName = written({ month: 'long', year: 'numeric' });
