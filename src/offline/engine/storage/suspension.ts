import type { DBCore, Middleware } from 'dexie';

// A page that is left may be suspended with a transaction open, and every other page then waits for its locks: WebKit's
// back/forward cache does so (https://github.com/microsoft/vscode/issues/136295). A suspended page keeps none open.

const open = new Set<IDBTransaction>();
let suspended = false;
let suspensions = 0;
let resumed: (() => void)[] = [];

/** Knows the open transactions of this page. */
export const trackTransactions: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'track transactions',
  create: (core) => ({
    ...core,
    transaction(...args) {
      const transaction = core.transaction(...args);
      // Dexie's core hands out IndexedDB's own transactions.
      trackTransaction(transaction as unknown as IDBTransaction);
      return transaction;
    },
  }),
};

/** Has a suspended page abort this transaction. */
export function trackTransaction(transaction: IDBTransaction): void {
  open.add(transaction);
  const over = () => void open.delete(transaction);
  transaction.addEventListener('complete', over);
  transaction.addEventListener('abort', over);
}

/** How often this page was suspended: work that failed meanwhile was aborted, and can be repeated. */
export function countSuspensions(): number {
  return suspensions;
}

export function isSuspended(): boolean {
  return suspended;
}

/** Resolves when a suspended page is shown again. */
export function untilResumed(): Promise<void> {
  return new Promise((resolve) => resumed.push(resolve));
}

/** Aborts what is open; work on the database waits until `resume`. */
export function suspend(): void {
  suspended = true;
  suspensions += 1;
  for (const transaction of open) {
    try {
      transaction.abort();
    } catch (error) {
      // It is being committed.
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    }
  }
}

export function resume(): void {
  suspended = false;
  for (const resolve of resumed) resolve();
  resumed = [];
}
