import type { EventEmitter } from 'node:events';
import type { Sql } from './database.ts';

/** What other parts of this process may want to know of once it is committed. */
export type Signal = 'notifications' | 'lease terms';

export type Signals = EventEmitter<Record<Signal, []>>;

const senders = new WeakMap<Sql, (signal: Signal) => void>();

/** Says how the signals of a `sql` are sent: at once, or at the end of its transaction. */
export function sendSignalsBy(sql: Sql, send: (signal: Signal) => void): void {
  senders.set(sql, send);
}

/** Emits the signal on the database’s `signals` once what this `sql` has done is committed. */
export function signalCommit(sql: Sql, signal: Signal): void {
  senders.get(sql)?.(signal);
}
