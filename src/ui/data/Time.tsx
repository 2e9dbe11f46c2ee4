import { dayText, mediumDayText } from '../../../contract/values/calendar.ts';
import { now } from '../../browser/clock.ts';

/** A date in this device's time zone, as `2026-11-21`; today's by default. */
export function isoDay(date = now()): string {
  return isoMinute(date).slice(0, 10);
}

/**
 * A time in this device's time zone as the value of a `datetime-local` field. Without a formatter, which would keep the
 * time zone that it was created in, and loads its data at its first use (`contract/values/numberText.ts`).
 */
export function isoMinute(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** How a time of this device's time zone is written. */
const formats = {
  /** November 21, 2026 */
  long: (date: Date) => dayText(isoDay(date)),
  /** Nov 21, 2026 */
  short: (date: Date) => mediumDayText(isoDay(date)),
  /** 21-11-2026 */
  dayMonthYear: (date: Date) => isoDay(date).split('-').toReversed().join('-'),
  /** Nov 21, 2026, 10:42 AM */
  dateTime: (date: Date) => `${mediumDayText(isoDay(date))}, ${clockText(date)}`,
  /** 10:42 AM */
  clock: clockText,
};

function clockText(date: Date): string {
  const [hour = 0, minute] = isoMinute(date).slice(11).split(':');
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

export type TimeFormat = keyof typeof formats;

/**
 * A date without a time is that day in every time zone; `new Date` would read it as midnight UTC. A day that the calendar
 * lacks, such as one in a file to import, is no date: it would become the day of another month.
 */
function parseTime(value: Date | string | number): Date {
  const day = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) : null;
  if (!day) return new Date(value);
  const date = new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]));
  return date.getDate() === Number(day[3]) ? date : new Date(Number.NaN);
}

export function timeText(value: Date | string | number, format: TimeFormat = 'short'): string {
  const date = parseTime(value);
  if (Number.isNaN(date.getTime())) return String(value);
  return formats[format](date);
}

/** The time of day, with the date where it is not today. */
export function momentText(date: Date): string {
  return timeText(date, isoDay(date) === isoDay() ? 'clock' : 'dateTime');
}

interface TimeProps {
  value: Date | string | number;
  format?: TimeFormat | undefined;
  className?: string | undefined;
}

export function Time({ value, format = 'short', className }: TimeProps) {
  const date = parseTime(value);
  const machine =
    typeof value === 'string' || Number.isNaN(date.getTime()) ? String(value) : date.toISOString();
  return (
    <time dateTime={machine} className={className}>
      {timeText(value, format)}
    </time>
  );
}
