import type { Subscription } from 'dexie';
import { useEffect, useState } from 'react';
import { loadEngine, type Engine } from '../engine/loadEngine.ts';
import { onStorageRefused } from '../engine/storage/storageRefusal.ts';

/** Reads the device by the engine, again after each change of what it reads. */
export type LiveQuery<T> = (engine: Engine) => Promise<T>;

interface Observer<T> {
  next: (result: T) => void;
  error: ((error: unknown) => void) | undefined;
}

/** A live query that runs, with all who observe it. */
interface Running<T> {
  observers: Set<Observer<T>>;
  /** Its last result, once there is one. */
  last?: { result: T };
  /** Ends it, once it runs: one that was read ahead does so when it is shown. */
  end?: () => void;
  /** Leaves it to those who show it, where it ran ahead of them. */
  endAhead?: () => void;
}

const running = new Map<string, Running<unknown>>();
const current = <T>(name: string) => running.get(name) as Running<T> | undefined;

interface Told<T> {
  name: string;
  query: LiveQuery<T>;
  last?: { result: T } | undefined;
  failure?: { error: unknown };
}

/**
 * The result of a live query that several components show: it runs once for all of them, and they are drawn at once.
 * Undefined until it is read.
 * @param name says what is read; queries of one name must read the same
 * @throws what the query failed with
 */
export function useSharedLiveQuery<T>(name: string, query: LiveQuery<T>): T | undefined {
  const [told, setTold] = useState<Told<T>>(() => ({ name, query, last: current<T>(name)?.last }));
  // The result of the one before stands until there is one of this.
  if (told.name !== name) setTold({ name, query, last: current<T>(name)?.last ?? told.last });
  const { name: followed, query: asked } = told;
  useEffect(
    () =>
      subscribe<T>(followed, asked, {
        next: (result) =>
          setTold((before) => {
            if (before.name !== followed || (!before.failure && before.last?.result === result))
              return before;
            return { name: followed, query: asked, last: { result } };
          }),
        error: (error) =>
          setTold((before) => (before.name === followed ? { ...before, failure: { error } } : before)),
      }),
    [followed, asked],
  );
  if (told.failure) throw told.failure.error;
  return told.last?.result;
}

/** How long the result of a query that runs ahead is there for who shows it, in milliseconds. */
const AHEAD = 5_000;

/** Runs a shared live query before it is shown, so that who shows it is drawn with the result. Resolves once there is one. */
export function runAhead<T>(name: string, query: LiveQuery<T>): Promise<void> {
  if (running.get(name)?.last) return Promise.resolve();
  return new Promise((resolve) => {
    let isAnswered = false;
    let isShown = false;
    const settle = () => {
      isAnswered = true;
      resolve();
      if (isShown) end();
    };
    // Who shows it learns of an error by running it again.
    const unsubscribe = subscribe(name, query, { next: settle, error: settle });
    const end = () => {
      clearTimeout(timer);
      stop();
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, AHEAD);
    // Then it is run again on the database in memory.
    const stop = onStorageRefused(end);
    const own = running.get(name);
    if (own) {
      own.endAhead = () => {
        isShown = true;
        // Whoever waits for the result waits for it still.
        if (isAnswered) end();
      };
    }
  });
}

/** Has a result for who shows it first. The query runs once somebody does. */
export function showAhead(name: string, result: unknown): void {
  if (running.has(name)) return;
  const ahead: Running<unknown> = { observers: new Set(), last: { result } };
  running.set(name, ahead);
  setTimeout(() => {
    if (current(name) === ahead && ahead.observers.size === 0) running.delete(name);
  }, AHEAD);
}

/** Observes a live query, until the returned function is called. */
function subscribe<T>(name: string, query: LiveQuery<T>, observer: Observer<T>): () => void {
  const joined = current<T>(name) ?? { observers: new Set() };
  running.set(name, joined as Running<unknown>);
  joined.observers.add(observer);
  if (!joined.end) follow(name, query, joined);
  joined.endAhead?.();
  if (joined.last) observer.next(joined.last.result);
  return () => {
    joined.observers.delete(observer);
    if (joined.observers.size > 0) return;
    if (current(name) === joined) running.delete(name);
    joined.end?.();
  };
}

function follow<T>(name: string, query: LiveQuery<T>, started: Running<T>): void {
  let subscription: Subscription | undefined;
  let isOver = false;
  /** What was shown ahead, until the device has been asked. */
  let ahead = started.last;
  started.end = () => {
    isOver = true;
    subscription?.unsubscribe();
  };
  const fail = (error: unknown) => {
    if (isOver) return;
    // Who shows it next reads it again.
    if (current(name) === started) running.delete(name);
    for (const observer of started.observers) observer.error?.(error);
  };
  loadEngine().then((engine) => {
    if (isOver) return;
    subscription = engine
      .liveQuery(() => query(engine))
      .subscribe({
        next(result) {
          const shown = ahead;
          ahead = undefined;
          // What was read just before is mostly the same, and not drawn again.
          if (shown && JSON.stringify(shown.result) === JSON.stringify(result)) return;
          started.last = { result };
          for (const { next } of started.observers) next(result);
        },
        error: fail,
      });
  }, fail);
}
