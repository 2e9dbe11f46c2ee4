/** Chromium's event, which has no standard. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

interface InstallingNavigator extends Navigator {
  /** iOS: whether the page was opened from the home screen. */
  standalone?: boolean;
  getInstalledRelatedApps?: () => Promise<unknown[]>;
}

/** How this browser installs the app: by a question of its own, by steps that the person takes, or not at all. */
export type InstallWay = 'prompt' | 'ios-steps' | 'installed' | 'unavailable';

let promptEvent: BeforeInstallPromptEvent | undefined;
let installedElsewhere = false;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer to install for the moment in which the app makes it. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    promptEvent = event as BeforeInstallPromptEvent;
    notify();
  });
  window.addEventListener('appinstalled', () => {
    installedElsewhere = true;
    notify();
  });
  (navigator as InstallingNavigator).getInstalledRelatedApps?.().then(({ length }) => {
    installedElsewhere ||= length > 0;
    notify();
  }, console.warn);
}

export function onInstallWay(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function installWay(): InstallWay {
  const { standalone } = navigator as InstallingNavigator;
  if (installedElsewhere || standalone || isStandalone()) return 'installed';
  if (promptEvent) return 'prompt';
  return isIos() ? 'ios-steps' : 'unavailable';
}

function isStandalone(): boolean {
  return typeof window.matchMedia === 'function' && window.matchMedia('(display-mode: standalone)').matches;
}

/** An iPad says that it is a Mac, but no Mac has a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** Shows the browser's question, which each event allows once. */
export async function promptInstall(): Promise<void> {
  const event = promptEvent;
  promptEvent = undefined;
  await event?.prompt();
  notify();
}
