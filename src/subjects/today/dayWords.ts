import { daysBetween } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../ui/data/Time.tsx';

/** How many days a day is past on this device; below 0 for one that comes. */
export function daysSince(day: string): number {
  return daysBetween(day, isoDay());
}

export function daysText(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

export function inText(days: number): string {
  return days > 0 ? `in ${daysText(days)}` : 'today';
}

export function agoText(days: number): string {
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : `${days} days ago`;
}
