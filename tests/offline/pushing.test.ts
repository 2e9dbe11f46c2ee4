import { afterEach, beforeEach, expect, vi } from 'vitest';
import { withDatabase } from '../../src/offline/engine/database.ts';
import { forgetLastUser } from '../../src/offline/engine/deviceUser.ts';
import { recordPushChoice } from '../../src/offline/subjects/push/pushChoice.ts';
import { notify } from '../../server/notifications/notify.ts';
import { net, phone, test as base } from '../support/offline/world.ts';
import { keepSignedIn } from '../support/offline/keepSignedIn.ts';
import { server } from '../support/server/world.ts';

const test = base.extend('environment', { scope: 'file' }, { PUBLIC_URL: 'https://homes.example.com' });

// Typed here, since the service worker's program sees a worker's library and this one a page's.
interface Shown {
  title: string;
  body?: string;
  tag?: string;
  data: { path: string };
}
interface Worker {
  showPushed: (data: { json: () => unknown } | null) => Promise<void>;
  openNotification: (notification: { close: () => void; data: unknown }) => Promise<void>;
  renewPush: () => Promise<void>;
}
/** An open window of the app: whether its page answers, and what it was asked. */
interface OpenWindow {
  focused: boolean;
  answers: boolean;
  focus: () => Promise<void>;
  asked: unknown[];
  postMessage: (question: unknown, ports: MessagePort[]) => void;
}

let worker: Worker;
let shown: Shown[];
let windows: OpenWindow[];
let opened: string[];
let badges: number[];
/** The subscription of the browser's push manager. */
let subscribedWith: string[];

beforeEach(async () => {
  [shown, windows, opened, badges, subscribedWith] = [[], [], [], [], []];
  vi.stubGlobal('self', {
    location: { origin: 'https://homes.example.com' },
    clients: {
      matchAll: () => Promise.resolve(windows),
      openWindow: (path: string) => Promise.resolve(opened.push(path)),
    },
    registration: {
      showNotification: (title: string, options: Omit<Shown, 'title'>) =>
        Promise.resolve(shown.push({ title, ...options })),
      pushManager: {
        getSubscription: () => Promise.resolve(null),
        subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
          subscribedWith.push(applicationServerKey);
          return Promise.resolve({ toJSON: () => SUBSCRIPTION, options: {} });
        },
      },
    },
  });
  Object.defineProperty(navigator, 'setAppBadge', {
    value: (count: number) => Promise.resolve(badges.push(count)),
    configurable: true,
  });
  await forgetLastUser();
  vi.resetModules();
  const path = '../../sw/pushing.ts';
  worker = (await import(path)) as Worker;
});
afterEach(() => void Reflect.deleteProperty(navigator, 'setAppBadge'));

const SUBSCRIPTION = {
  endpoint: 'https://push.example.com/send/1',
  // The example of RFC 8291, 5.
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

const message = (notification: object, app_badge = 0) => ({
  json: () => ({ web_push: 8030, notification, app_badge }),
});
const completed = {
  title: 'Your maintenance request is completed',
  body: 'The sink drips.',
  navigate: 'https://homes.example.com/maintenance?request=maintenance:7',
  tag: 'notification-12',
};

function openWindow(options: Partial<Pick<OpenWindow, 'focused' | 'answers'>> = {}): OpenWindow {
  const asked: unknown[] = [];
  const open: OpenWindow = {
    focused: false,
    answers: true,
    ...options,
    asked,
    focus: () => Promise.resolve(void (open.focused = true)),
    postMessage(question, [port]) {
      asked.push(question);
      if (open.answers) port?.postMessage({ opened: true });
      port?.close();
    },
  };
  windows.push(open);
  return open;
}

test('each message is shown, also while the app is in focus', async () => {
  openWindow({ focused: true });
  await worker.showPushed(message(completed));
  await worker.showPushed(message({ ...completed, tag: 'notification-13' }));
  expect(shown).toMatchObject([
    {
      title: 'Your maintenance request is completed',
      body: 'The sink drips.',
      tag: 'notification-12',
      data: { path: '/maintenance?request=maintenance:7' },
    },
    { tag: 'notification-13' },
  ]);
});

test.each([
  ['without data', null],
  ['with text', { json: () => JSON.parse('Hello') as unknown }],
  ['of another form', { json: () => ({ hello: 'world' }) }],
])('a message %s is shown too, and leads to the list', async (_, data) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  await worker.showPushed(data);
  expect(shown).toMatchObject([{ title: 'Something happened', data: { path: '/notifications' } }]);
});

test.each([
  'https://elsewhere.example/steal',
  'javascript:alert(1)',
  '//elsewhere.example/x',
  'http://homes.example.com/x',
  'https://homes.example.com//elsewhere.example/x',
  '/.//elsewhere.example/x',
])('a message never leads to another place than the app: %s', async (navigate) => {
  await worker.showPushed(message({ ...completed, navigate }));
  expect(shown).toMatchObject([{ data: { path: '/notifications' } }]);
});

test('a tap goes to an open window, which shows the screen without a reload', async () => {
  const behind = openWindow();
  const focused = openWindow({ focused: true });
  let closed = false;
  await worker.openNotification({ close: () => (closed = true), data: { path: '/payments' } });
  expect(closed).toBe(true);
  expect(focused.asked).toEqual([{ type: 'open', path: '/payments' }]);
  expect(behind.asked).toEqual([]);
  expect(opened).toEqual([]);
});

test('a tap opens the screen where no window is open, or the page does not answer', async () => {
  await worker.openNotification({ close: () => undefined, data: { path: '/payments' } });
  expect(opened).toEqual(['/payments']);
  openWindow({ answers: false });
  await worker.openNotification({ close: () => undefined, data: { path: '/ledger' } });
  expect(opened).toEqual(['/payments', '/ledger']);
});

test('with a message the list of notifications is stored for reading offline, and the icon counts', async () => {
  const user = await keepSignedIn();
  net.offline = true;
  await phone.report('The tap drips.');
  net.offline = false;
  await server.database.transaction((sql) =>
    notify(sql, {
      kind: 'unit_confirmed',
      to: [user.id],
      data: { unit_number: '101', property_name: 'Maple Court' },
    }),
  );
  await worker.showPushed(message(completed, 3));
  expect(badges).toEqual([4]);
  const [stored] = await withDatabase((db) =>
    db.readParts.filter(({ key }) => key.startsWith('listNotifications')).toArray(),
  );
  expect(JSON.stringify(stored?.answer)).toContain('Your unit is confirmed');
});

test('without a connection a message is shown all the same', async () => {
  await keepSignedIn();
  net.offline = true;
  await worker.showPushed(message(completed));
  expect(shown).toHaveLength(1);
});

test('a subscription that the browser ended is made again, for who wants it', async () => {
  const user = await keepSignedIn();
  await worker.renewPush();
  expect(subscribedWith).toEqual([]);
  await recordPushChoice(user.id);
  await worker.renewPush();
  const rows = await server.database.sql<{ endpoint: string; user_id: number }>`
    select endpoint, user_id from push_subscriptions`;
  expect(rows).toEqual([{ endpoint: SUBSCRIPTION.endpoint, user_id: user.id }]);
  expect(subscribedWith).toHaveLength(1);
});
