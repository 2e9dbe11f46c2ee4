import type { NotificationPreferences } from '../../../contract/notifications/notification.ts';

/** Says in words when only what cannot wait is sent. */
export function quietText({ from, to, time_zone }: NotificationPreferences['quiet_hours']): string {
  const place = time_zone.split('/').at(-1)?.replaceAll('_', ' ') ?? time_zone;
  return `From ${hourText(from)} to ${hourText(to)} (${place} time) only urgent announcements and what concerns your security are sent. The rest comes in the morning.`;
}

/** An hour of the day, from 0 to 23, as "9 PM". */
function hourText(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}
