import type { Replayed } from './replay.ts';

/** What a page says to the service worker. */
export type ToWorker = { type: 'replay'; eager: boolean } | { type: 'SKIP_WAITING' };

/** What the service worker asks a page: the token of this person, or a new one for a spent one. */
export interface ToPage {
  type: 'token';
  userId: number;
  spent?: string;
}

export interface TokenAnswer {
  token: string | null;
}

/** What the service worker answers to `replay`: at once that it began, and in the end what came of it. */
export type FromWorker = 'begun' | Replayed;
