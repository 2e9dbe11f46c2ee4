import { onTestFinished, vi } from 'vitest';

interface PushBrowserOptions {
  permission?: NotificationPermission;
  /** What the person answers when the browser asks. */
  answers?: NotificationPermission;
  /** Whether the browser has a subscription already. */
  subscribed?: boolean;
}

/** Keys that a browser could have: the example of RFC 8291, 5. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

/** Sets a property for one test. */
export function withProperty(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  onTestFinished(() => void Reflect.deleteProperty(target, name));
}

/** Gives jsdom what a browser with Web Push has, with a service worker that is registered. */
export function pushBrowser({
  permission = 'default',
  answers = 'granted',
  subscribed = false,
}: PushBrowserOptions = {}) {
  let count = 0;
  let current = subscribed ? subscription() : undefined;
  const listeners = new Set<(event: unknown) => void>();
  const notification = {
    permission,
    requestPermission: vi.fn(() => {
      notification.permission = answers;
      return Promise.resolve(answers);
    }),
  };
  const subscribe = vi.fn((_options: PushSubscriptionOptionsInit) => {
    current = subscription();
    return Promise.resolve(current);
  });

  function subscription() {
    count += 1;
    const endpoint = `https://push.example.com/send/${count}`;
    return {
      endpoint,
      options: {},
      toJSON: () => ({ endpoint, keys: KEYS }),
      unsubscribe: () => {
        current = undefined;
        return Promise.resolve(true);
      },
    };
  }

  withProperty(window, 'PushManager', () => undefined);
  withProperty(window, 'Notification', notification);
  withProperty(navigator, 'serviceWorker', {
    getRegistration: () =>
      Promise.resolve({
        pushManager: { getSubscription: () => Promise.resolve(current ?? null), subscribe },
      }),
    addEventListener: (_type: string, listener: (event: unknown) => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: unknown) => void) => listeners.delete(listener),
  });

  return {
    requestPermission: notification.requestPermission,
    subscribe,
    /** The endpoint that the browser is subscribed with. */
    endpoint: () => current?.endpoint,
    /** Sends the page a question of the service worker, and returns its answers. */
    ask(question: object): unknown[] {
      const answered: unknown[] = [];
      const port = { postMessage: (message: unknown) => answered.push(message) };
      for (const listener of listeners) listener({ data: question, ports: [port] });
      return answered;
    },
  };
}
