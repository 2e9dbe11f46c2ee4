import { REMINDED_DAYS, type LatePerson } from '../../../contract/reminders/reminder.ts';
import { daysBetween } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../ui/data/Time.tsx';

/** How many days ago somebody was reminded of what is past due; undefined where they were not. */
function remindedDays({ reminded }: LatePerson): number | undefined {
  return reminded ? daysBetween(isoDay(new Date(reminded.at)), isoDay()) : undefined;
}

/** Whether somebody is not reminded again without being asked for. */
export function isRecent(person: LatePerson): boolean {
  const days = remindedDays(person);
  return days !== undefined && days < REMINDED_DAYS;
}

/** Such as "Reminded 2 days ago". */
export function remindedText(person: LatePerson): string | undefined {
  const days = remindedDays(person);
  if (days === undefined) return undefined;
  if (days <= 0) return 'Reminded today';
  return days === 1 ? 'Reminded yesterday' : `Reminded ${days} days ago`;
}
