import { liveQuery, type Observable, type Subscription } from 'dexie';
import { useObservable } from 'dexie-react-hooks';
import { onStorageRefused } from '../engine/storage/storageRefusal.ts';

interface Observer<T> {
  next: (result: T) => void;
  error: ((error: unknown) => void) | undefined;
}

/** A live query that runs, with all who observe it. */
interface Running<T> {
  observers: Set<Observer<T>>;
  /** Its last result, once there is one. */
  last?: { result: T };
  subscription: Subscription;
  /** Leaves it to those who show it, where it ran ahead of them. */
  endAhead?: () => void;
}

const running = new Map<string, Running<unknown>>();

/**
 * The result of a live query that several components show: it runs once for all of them, and they are drawn at once.
 * Undefined until it is read.
 * @param name says what is read; queries of one name must read the same
 */
export function useSharedLiveQuery<T>(name: string, query: () => Promise<T>): T | undefined {
  return useObservable(() => shared(name, query), [name]);
}

/** How long the result of a query that runs ahead is there for who shows it, in milliseconds. */
const AHEAD = 5_000;

/** Runs a shared live query before it is shown, so that who shows it is drawn with the result. Resolves once there is one. */
export function runAhead<T>(name: string, query: () => Promise<T>): Promise<void> {
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
    const ahead = shared(name, query).subscribe(settle, settle);
    const end = () => {
      clearTimeout(timer);
      stop();
      ahead.unsubscribe();
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

function shared<T>(name: string, query: () => Promise<T>) {
  const current = () => running.get(name) as Running<T> | undefined;
  return {
    hasValue: () => current()?.last !== undefined,
    getValue: () => current()?.last?.result as T,
    subscribe(next: Observer<T>['next'], error?: Observer<T>['error']) {
      const observer = { next, error };
      const joined = current() ?? start(name, query);
      joined.observers.add(observer);
      joined.endAhead?.();
      if (joined.last) next(joined.last.result);
      return {
        unsubscribe() {
          joined.observers.delete(observer);
          if (joined.observers.size > 0) return;
          if (current() === joined) running.delete(name);
          joined.subscription.unsubscribe();
        },
      };
    },
  };
}

function start<T>(name: string, query: () => Promise<T>): Running<T> {
  const observable: Observable<T> = liveQuery(query);
  const started: Running<T> = {
    observers: new Set(),
    subscription: observable.subscribe({
      next(result) {
        started.last = { result };
        for (const { next } of started.observers) next(result);
      },
      error(error) {
        // Who shows it next reads it again.
        running.delete(name);
        for (const observer of started.observers) observer.error?.(error);
      },
    }),
  };
  running.set(name, started as Running<unknown>);
  return started;
}
