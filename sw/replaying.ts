import { routes } from '../contract/routes.ts';
import { call, ApiError, Unreachable } from '../src/call.ts';
import { showAppBadge } from '../src/offline/engine/appBadge.ts';
import { lastUser } from '../src/offline/engine/deviceUser.ts';
import { itemsOf } from '../src/offline/engine/outbox.ts';
import {
  replay,
  type Replayed,
  type ReplayOptions,
  type ReplaySession,
} from '../src/offline/engine/replay.ts';
import { registerPolicies } from '../src/offline/engine/policies.ts';
import type { ToPage, TokenAnswer } from '../src/offline/engine/workerMessages.ts';
import { policies } from '../src/offline/subjects/policies.ts';

declare const self: ServiceWorkerGlobalScope;

registerPolicies(policies);

/** How long to wait for a tab's answer, in milliseconds; a frozen tab does not answer. */
const TAB_PATIENCE = 1500;

/** The last token renewed by this service worker, in memory only. */
let own: { userId: number; token: string } | undefined;

const session: ReplaySession = {
  async token(userId, spent) {
    const fromTab = await askTabs({ type: 'token', userId, ...(spent ? { spent } : {}) });
    if (fromTab) return fromTab;
    // After signing out nothing is sent, even if the server does not know of it yet.
    if ((await lastUser())?.id !== userId) return undefined;
    if (own?.userId === userId && own.token !== spent) return own.token;
    try {
      const renewed = await call(routes.refresh, {});
      own = { userId: renewed.user.id, token: renewed.token };
      return own.userId === userId ? own.token : undefined;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return undefined;
      throw error;
    }
  },
};

async function askTabs(question: ToPage): Promise<string | undefined> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const tab of tabs) {
    const answer = await ask(tab, question);
    if (answer?.token) return answer.token;
  }
  return undefined;
}

function ask(tab: Client, question: ToPage): Promise<TokenAnswer | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(undefined), TAB_PATIENCE);
    port1.onmessage = (event: MessageEvent<TokenAnswer>) => {
      clearTimeout(timer);
      resolve(event.data);
    };
    tab.postMessage(question, [port2]);
  });
}

/** Replays the outbox for a page. */
export function replayWith(options: ReplayOptions): Promise<Replayed> {
  return replay(session, options);
}

/**
 * Replays the outbox for a sync event.
 * @throws {Unreachable} if something is left for later, so that the browser repeats the event
 */
export async function replayOrFail(): Promise<void> {
  const { left } = await replay(session, { eager: true });
  const user = await lastUser();
  if (user) await showAppBadge((await itemsOf(user.id)).length);
  if (left === 'unreachable' || left === 'later') throw new Unreachable('something still waits');
}
