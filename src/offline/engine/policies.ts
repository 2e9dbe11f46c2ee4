import type { Route } from '../../../contract/http/route.ts';
import type { PhotoUpload } from '../../../contract/photos/photoUpload.ts';
import type { QueuedRouteName } from '../../../contract/routes.ts';
import {
  type AnswerOf,
  type BodyOf,
  type DeviceTables,
  type NewItem,
  type OutboxItem,
  type QueuedChange,
  type Revision,
} from './database.ts';
import type { StoredPhoto } from './storedRecords.ts';

/** A photo as the server's answer names it. */
export interface SentPhoto {
  id: string;
  sha256: string;
}

/** The day by the wrong clock, and the right one, such as `2026-11-21`. */
export interface SetRightDays {
  wrong: string;
  right: string;
}

/** How the input of a change names photos that the server has, or gets from an earlier change. */
interface PhotoPolicy<N extends QueuedRouteName> {
  /** The photos that the record has now. */
  inAnswer(answer: AnswerOf<N>): readonly SentPhoto[];
  /** Whether the body leaves this photo on the record. */
  keeps(body: BodyOf<N>, photo: SentPhoto): boolean;
  /** The digests of the kept photos of an earlier unsent change, which have no ids yet. */
  digestsIn(body: BodyOf<N>): readonly string[] | undefined;
  /** The body with these digests, or without any. */
  withDigests(body: BodyOf<N>, digests: string[] | undefined): BodyOf<N>;
  /** The digests of photos that the change takes off before they are sent. */
  droppedIn(body: BodyOf<N>): readonly string[] | undefined;
  /** The body that names the photos which are sent after the change, by their digests. */
  following(body: BodyOf<N>, digests: string[], photos: readonly StoredPhoto[]): BodyOf<N>;
  /** The changes that send them, one for each record that has some, once this one is answered. */
  sentAfter(item: OutboxItem<N>, answer: AnswerOf<N>): readonly PhotosChange[];
}

type PhotosChange = QueuedChange &
  Pick<NewItem, 'record'> & {
    /** The digests of its photos, where it does not send all of them. */
    only?: readonly string[];
  };

/** A call that answers how much of a photo is there. */
export type UploadRoute = Route & { answer: typeof PhotoUpload };

/** How a photo is sent in parts, before the change that adds it to its record. */
export interface Transfer<N extends QueuedRouteName = QueuedRouteName> {
  /** The photos that the record has now. */
  inAnswer(answer: AnswerOf<N>): readonly SentPhoto[];
  begin: UploadRoute;
  append: UploadRoute;
}

/** How the outbox treats the changes of one route. */
export interface Policy<N extends QueuedRouteName> {
  /**
   * Completes a new item in the transaction that queues it, such as with a number that is used once. The transaction may be
   * repeated.
   */
  beforeQueued?(db: DeviceTables, item: NewItem<N>): Promise<NewItem<N>>;
  /**
   * The input of an item that was written while the device's clock was wrong, with the days in it that were taken from that
   * clock set right. Needed where an input has days, so that the server does not refuse one of tomorrow.
   */
  setRight?(input: OutboxItem<N>['input'], days: SetRightDays): OutboxItem<N>['input'];
  /** Applies the server's answer to the cached reads, in the transaction in which the item leaves the outbox. */
  applyResponse(db: DeviceTables, item: OutboxItem<N>, answer: AnswerOf<N>): Promise<unknown>;
  /** The id of the record that it makes, by which other changes name it. It is `irrevocable`, so that an edit keeps its id. */
  made?(answer: AnswerOf<N>): number;
  /** Where a change may name records that are unsent as well, such as somebody on a lease: it is sent after them. */
  names?: {
    /** The ids of the items that make them. */
    in(item: Pick<NewItem<N>, 'input' | 'shown'>): readonly string[];
    /** Names the record that an item made by its id. */
    complete(item: Pick<NewItem<N>, 'input' | 'shown' | 'record'>, madeBy: string, id: number): void;
    /** Shows the record as an edit of the item that makes it has it, such as somebody's other name. */
    showRevised?(item: Pick<NewItem<N>, 'shown'>, maker: OutboxItem): void;
  };
  /** Completes the input of a follower from the answer, such as with the record's id. */
  resolveFollower?(follower: NewItem, answer: AnswerOf<N>): void;
  /**
   * The update to queue behind an item that may have arrived, when it is edited. Without it the answer must be awaited.
   * `item` is undefined if it was already sent.
   */
  updateBehind?(revision: Revision<N>, item?: OutboxItem<N>): QueuedChange;
  /**
   * The change that cancels an item that may have arrived, when it is discarded; undefined where it cannot be. Of one that was
   * sent there is its answer alone.
   */
  cancelBehind?(item?: OutboxItem<N>, answer?: AnswerOf<N>): QueuedChange | undefined;
  photos?: PhotoPolicy<N>;
  /** For a change that does nothing but send photos, each by itself. It waits for nothing, and nothing waits for it. */
  transfer?: Transfer<N>;
  /**
   * Set if a change that may have arrived cannot be undone: the message for a user who wants to edit or discard it before
   * the server has answered. An edit keeps its key.
   */
  irrevocable?: string;
}

export type Policies = { [N in QueuedRouteName]: Policy<N> };

let registered: Policies | undefined;

/** Registers the policies: called before the outbox is changed or replayed, by the subjects that have them. */
export function registerPolicies(policies: Policies): void {
  registered = policies;
}

export function policyOf<N extends QueuedRouteName>(route: N): Policies[N] {
  if (!registered) throw new Error('No policies were registered for the outbox.');
  return registered[route];
}
