import { routes } from '../contract/routes.ts';
import { call, ApiError, Unreachable } from '../src/api/call.ts';
import { withRenewal } from '../src/api/withRenewal.ts';
import { showAppBadge } from '../src/browser/appBadge.ts';
import { lastUser } from '../src/offline/engine/deviceUser.ts';
import { itemsOf } from '../src/offline/engine/outbox/unsentItems.ts';
import type { Replayed, ReplayOptions, ReplaySession } from '../src/offline/engine/outbox/replay.ts';
import { keepTime } from '../src/offline/engine/storedTime.ts';
import type { TokenAnswer, TokenQuestion } from '../src/offline/engine/workerMessages.ts';
import { replay } from '../src/offline/subjects/replay.ts';
import { ask } from './tabs.ts';

declare const self: ServiceWorkerGlobalScope;

void keepTime();

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

async function askTabs(question: TokenQuestion): Promise<string | undefined> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const tab of tabs) {
    const answer = await ask<TokenAnswer>(tab, question);
    if (answer?.token) return answer.token;
  }
  return undefined;
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

/**
 * Makes a call as the last user of this device.
 * @throws {ApiError} 401 if they have to sign in again
 */
export async function callAs<T>(userId: number, send: (token: string) => Promise<T>): Promise<T> {
  return withRenewal((spent) => session.token(userId, spent), send);
}
