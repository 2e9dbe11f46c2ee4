import { installWay } from '../install/installPrompt.ts';

/**
 * Whether this browser can notify: `possible`, `denied` by the person, `install-first` on iOS, where only the installed app
 * can, or `unsupported`.
 */
export type PushSupport = 'possible' | 'denied' | 'install-first' | 'unsupported';

export function pushSupport(): PushSupport {
  const supported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!supported) return installWay() === 'ios-steps' ? 'install-first' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** Whether the person has allowed notifications before. */
export function pushAllowed(): boolean {
  return pushSupport() === 'possible' && Notification.permission === 'granted';
}
