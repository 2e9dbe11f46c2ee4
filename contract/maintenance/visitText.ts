import { mediumDayText } from '../values/calendar.ts';

interface Visit {
  visit_on: string | null;
  visit_from: string | null;
  visit_to: string | null;
  visitor: string | null;
}

/** Such as `9:30 AM` of `09:30`. */
export function timeOfDayText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** When a visit is, such as `Dec 1, 2026, 9:30 AM to 11:00 AM`. */
export function visitTimeText({ visit_on, visit_from, visit_to }: Omit<Visit, 'visitor'>): string {
  const [from, to] = [visit_from, visit_to].map((time) => time && timeOfDayText(time));
  const hours = from && to ? `${from} to ${to}` : from ? `from ${from}` : to ? `until ${to}` : '';
  return [visit_on && mediumDayText(visit_on), hours].filter(Boolean).join(', ');
}

/** Who comes and when, in a sentence without its end. */
export function visitText(visit: Visit): string {
  return `${visit.visitor ?? 'Somebody'} comes on ${visitTimeText(visit)}`;
}
