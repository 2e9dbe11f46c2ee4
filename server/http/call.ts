import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sql as Part } from 'sql-template-tag';
import type { Answer, Body, Params, Query, Route } from '../../contract/http/route.ts';
import type { SignedInUser } from '../auth/signedInUser.ts';
import type { Sql } from '../database/database.ts';
import type { StoredPhoto } from '../photos/uploads.ts';
import type { KeyedRequest } from './idempotency.ts';
import type { RawJson } from './answers/rawJson.ts';
import type { ReceivedFile } from './input/receivedFile.ts';
import type { Turns } from './input/turns.ts';

/** A call as its `prepare` gets it, before anything of it is done. */
export interface AskedCall<R extends Route> {
  params: Params<R>;
  query: Query<R>;
  body: Body<R>;
  /** The files of a form, but of one with photos. */
  files: readonly ReceivedFile[];
  /** The user who makes the call; undefined on a route for anyone, whose handler authenticates itself. */
  user: R['who'] extends 'anyone' ? undefined : SignedInUser;
  sessionId: R['who'] extends 'anyone' ? undefined : string;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Call<R extends Route> extends AskedCall<R> {
  /** The photos of a form with photos, which are stored already. */
  photos: StoredPhoto[];
  /** When the user acted, as SQL: the outbox's `Captured-At`, at most 30 days back and not in the future, or now. */
  capturedAt: Part;
  /** The Idempotency-Key, where the request has one. */
  key: string | undefined;
  /** The transaction that the change, its key and its answer share; a plain connection for a GET and without a transaction. */
  sql: Sql;
  /** For a change in steps: the same each time that it is made under its key. */
  changeId: string;
  /** Does something once the change is committed, such as sending a cookie; nothing for one that was made before. */
  afterCommit: (work: () => void | Promise<void>) => void;
}

/** A GET may answer JSON that the database built, and so may another call that changes nothing. */
export type Handled<R extends Route> =
  | Answer<R>
  | (R['method'] extends 'GET' ? RawJson : never)
  | (R extends { unkeyed: string } ? RawJson : never);
export type Handler<R extends Route> = (call: Call<R>) => Promise<Handled<R>>;

/** A change with a step before its transaction. */
export interface PreparedHandler<R extends Route, Prepared> {
  /**
   * Runs before the transaction, and not for a change that was made under its key before: what takes long, such as hashing a
   * password, what asks something else than the database, and what stays although the change is refused, such as a counted guess.
   */
  prepare: (call: AskedCall<R>) => Promise<Prepared>;
  /** Makes the change, given what was prepared. */
  handle: (call: Call<R> & { prepared: Prepared }) => Promise<Answer<R>>;
  /** Undoes what was prepared for a change that is not made. */
  discard?: (prepared: Prepared) => Promise<void>;
  /** Whose change it is under which input, where the route itself does not say so. */
  keyedBy?: (prepared: Prepared, request: KeyedRequest) => Pick<KeyedRequest, 'user' | 'input'>;
}

export interface RouteOptions {
  /**
   * `none` for a handler that commits what it refuses, such as a wrong code that is counted under the lock it is compared under,
   * and for one that changes nothing.
   * `steps` for one that asks another program between its changes, such as the card provider: made twice with one `changeId` it
   * must go on with what it began.
   */
  transaction?: 'none' | 'steps';
  /** False for a change that stays possible when somebody has used up their quota of changes, such as a new password. */
  spendsQuota?: boolean;
  /** Where the files of a form take much memory. */
  turns?: Turns;
  /** The longest body, in bytes, where another one than other calls of its kind take. */
  bodyLimit?: number;
}
