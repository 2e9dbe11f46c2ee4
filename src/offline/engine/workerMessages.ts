import type { Replayed } from './replay.ts';

/** The messages of a page to the service worker. */
export type ToWorker = { type: 'replay'; eager: boolean } | { type: 'SKIP_WAITING' };

/** The message of the service worker to a page: a request for this user's token, or a new one for an expired one. */
export interface ToPage {
  type: 'token';
  userId: number;
  spent?: string;
}

export interface TokenAnswer {
  token: string | null;
}

/** The answers of the service worker to `replay`: at once that it started, and finally the result. */
export type FromWorker = 'begun' | Replayed;
