import type { NotificationChannel } from '../../../contract/notifications/notification.ts';

const CHANNELS: Readonly<Record<NotificationChannel, string>> = { push: 'push', email: 'email' };

/** How a reminder was told, given the channels beside the app. */
export function reachedText(reached: readonly string[]): string {
  const by = reached.map((channel) => CHANNELS[channel as NotificationChannel] ?? channel);
  return by.length === 0
    ? 'in the app only: neither push nor email reaches them'
    : `in the app, by ${by.join(' and ')}`;
}
