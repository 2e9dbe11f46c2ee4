import { markOnline, markOffline } from '../api/connection.ts';
import { unlessHung } from '../offline/engine/unlessHung.ts';
import { loadEngine } from '../offline/engine/loadEngine.ts';
import type { Replayed, ReplayOptions, ReplaySession } from '../offline/engine/outbox/replay.ts';
import { storageRefused } from '../offline/engine/storage/storageRefusal.ts';
import type {
  FromWorker,
  PathOpened,
  ToPage,
  ToWorker,
  TokenAnswer,
} from '../offline/engine/workerMessages.ts';
import { activeWorker, workerRegistration } from './serviceWorker.ts';
import { loadPart } from './loadPart.ts';

// What the page and its service worker ask of each other. Only the signed-in screens load it.

type PageAnswer = TokenAnswer | PathOpened;

interface SyncManager {
  register(tag: string): Promise<void>;
}

/** A service worker that has not started the replay after this time, in milliseconds, counts as absent. */
const WORKER_PATIENCE = 2000;

/** Answers the service worker's questions of one type, until the returned function is called. */
function onQuestion<Type extends ToPage['type']>(
  type: Type,
  answer: (question: Extract<ToPage, { type: Type }>, reply: (message: PageAnswer) => void) => void,
): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const listener = (event: MessageEvent<ToPage>) => {
    if (event.data.type !== type) return;
    answer(event.data as Extract<ToPage, { type: Type }>, (message) => event.ports[0]?.postMessage(message));
  };
  navigator.serviceWorker.addEventListener('message', listener);
  return () => navigator.serviceWorker.removeEventListener('message', listener);
}

/** Answers the service worker when it asks this page for a token. */
export function answerWorker(session: ReplaySession): () => void {
  return onQuestion('token', ({ userId, spent }, reply) => {
    session.token(userId, spent).then(
      (token) => reply({ token: token ?? null }),
      // The service worker then renews the session itself, with the same result.
      () => reply({ token: null }),
    );
  });
}

/** Shows the screen of a notification that was tapped. */
export function onOpenPath(open: (path: string) => void): () => void {
  return onQuestion('open', ({ path }, reply) => {
    reply({ opened: true });
    open(path);
  });
}

/** The push subscriptions of this browser; undefined where it has none, or no service worker. */
export async function findPushManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return undefined;
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

/** Starts a replay of the outbox: by the service worker, which goes on when the page is closed, or by this page. */
export async function requestReplay(session: ReplaySession, options: ReplayOptions): Promise<void> {
  // What sends is large: neither a page nor the service worker loads it for nothing.
  if (await nothingUnsent()) return;
  const worker = await activeWorker();
  // A service worker does not see the outbox or the answers in this page's memory.
  if (worker && !storageRefused() && (await storesReads())) {
    void askForSync();
    const ended = await askWorker(worker, { type: 'replay', eager: options.eager ?? false });
    if (ended) {
      // The page shows the connection state of the service worker's replay.
      if (ended.left === 'unreachable') markOffline();
      else if (ended.sent > 0) markOnline();
      return;
    }
  }
  const { replay } = await loadPart(() => import('../offline/subjects/replay.ts'));
  await replay(session, options);
}

/** Whether the outbox is known to be empty: where the device fails or hangs, the replay says so. */
async function nothingUnsent(): Promise<boolean> {
  const count = loadEngine().then(({ withDatabase }) =>
    unlessHung(withDatabase(({ outbox }) => outbox.count())),
  );
  return (await count.catch(() => undefined)) === 0;
}

/** Whether the answers are on this device: only where somebody stays signed in. */
async function storesReads(): Promise<boolean> {
  // Where IndexedDB fails or hangs here, or its code is missing, the page replays what it can reach.
  const user = loadEngine().then(({ lastUser }) => lastUser());
  return (await unlessHung(user).catch(() => undefined)) !== undefined;
}

/** Registers a sync event, for which browsers with Background Sync wake the service worker when online. */
async function askForSync(): Promise<void> {
  const { sync } = ((await workerRegistration()) ?? {}) as { sync?: SyncManager };
  try {
    // A new tag each time, since Chromium ignores a failed tag that is registered again.
    await sync?.register(`replay-${crypto.randomUUID()}`);
  } catch (error) {
    // Refused if the user turned background sync off; the page's own triggers remain.
    console.warn(error);
  }
}

/** Undefined if the service worker does not start the replay in time. */
function askWorker(worker: ServiceWorker, message: ToWorker): Promise<Replayed | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(undefined), WORKER_PATIENCE);
    port1.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      clearTimeout(timer);
      if (data !== 'begun') resolve(data);
    };
    worker.postMessage(message, [port2]);
  });
}
