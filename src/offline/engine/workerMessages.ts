import type { Replayed } from './outbox/replay.ts';

/** The messages of a page to the service worker: `claim` asks it to control the pages that nothing controls. */
export type ToWorker = { type: 'replay'; eager: boolean } | { type: 'SKIP_WAITING' } | { type: 'claim' };

/** A question of the service worker to a page: for this user's token, or a new one for an expired one. */
export interface TokenQuestion {
  type: 'token';
  userId: number;
  spent?: string;
}

/** Asks a page to show the screen with this path, since its notification was tapped. */
export interface OpenPath {
  type: 'open';
  path: string;
}

export type ToPage = TokenQuestion | OpenPath;

export interface TokenAnswer {
  token: string | null;
}

/** The answer of a page that shows the screen. */
export interface PathOpened {
  opened: true;
}

/** The answers of the service worker to `replay`: at once that it started, and finally the result. */
export type FromWorker = 'begun' | Replayed;
