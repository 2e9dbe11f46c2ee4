import type { QueuedRouteName } from '../../../contract/routes.ts';
import {
  type AnswerOf,
  type BodyOf,
  type DeviceDatabase,
  type NewItem,
  type OutboxItem,
  type QueuedChange,
  type Revision,
} from './database.ts';

/** A photo as the server's answer names it. */
export interface SentPhoto {
  id: string;
  sha256: string;
}

/** How a change with photos names those that the server has, or is about to get from an earlier change. */
interface PhotoPolicy<N extends QueuedRouteName> {
  /** The photos that the record has now. */
  inAnswer(answer: AnswerOf<N>): readonly SentPhoto[];
  /** Whether the body leaves this photo on the record. */
  keeps(body: BodyOf<N>, photo: SentPhoto): boolean;
  /** The digests of the photos that stay of an earlier unsent change, which have no ids yet. */
  digestsIn(body: BodyOf<N>): readonly string[] | undefined;
  /** The body with these digests, or without any. */
  withDigests(body: BodyOf<N>, digests: string[] | undefined): BodyOf<N>;
}

/** How the outbox treats the changes of one route. */
export interface Policy<N extends QueuedRouteName> {
  /** Applies the server's answer to the cached reads, in the transaction in which the item leaves the outbox. */
  applyResponse(db: DeviceDatabase, item: OutboxItem<N>, answer: AnswerOf<N>): Promise<unknown>;
  /** Fills in what a change behind this one lacks until its answer comes, such as the record's id. */
  resolveFollower?(follower: NewItem, answer: AnswerOf<N>): void;
  /**
   * The change that is queued behind this one where it may have arrived and is edited. Without it, only the server's
   * answer settles this one. The item is missing where it was sent already.
   */
  updateBehind?(revision: Revision<N>, item?: OutboxItem<N>): QueuedChange;
  /** The change that cancels this one where it may have arrived and is discarded. */
  cancelBehind?(item?: OutboxItem<N>): QueuedChange;
  photos?: PhotoPolicy<N>;
  /**
   * Set where nothing takes a change back that may have arrived: what a person is told who would edit or discard it
   * before the server has answered. It keeps its key in every wording.
   */
  irrevocable?: string;
}

export type Policies = { [N in QueuedRouteName]: Policy<N> };

let registered: Policies | undefined;

/** Registers the policies: called by the page and by the service worker before the outbox is used. */
export function registerPolicies(policies: Policies): void {
  registered = policies;
}

export function policyOf<N extends QueuedRouteName>(route: N): Policies[N] {
  if (!registered) throw new Error('No policies were registered for the outbox.');
  return registered[route];
}
