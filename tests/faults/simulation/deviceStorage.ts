import { IDBFactory } from 'fake-indexeddb';

/** The disk of one phone. It outlives every tab and worker, and may be full. */
export class DeviceStorage {
  /** How many of the next writes find no room. */
  full = 0;
  private readonly disk = new IDBFactory();

  /** The IndexedDB that one tab or worker finds; `onBegin` runs before each of its transactions and may end it. */
  of(onBegin: () => void): { indexedDB: Partial<IDBFactory>; abortAll: () => void } {
    const running = new Set<IDBTransaction>();
    const watch = (connection: IDBDatabase) => {
      const transaction = connection.transaction.bind(connection);
      connection.transaction = (...args) => {
        onBegin();
        const started = this.failingWhenFull(transaction(...args));
        running.add(started);
        for (const end of ['complete', 'abort']) started.addEventListener(end, () => running.delete(started));
        return started;
      };
    };
    return {
      indexedDB: {
        open: (...args) => {
          const request = this.disk.open(...args);
          request.addEventListener('success', () => watch(request.result));
          return request;
        },
        databases: () => this.disk.databases(),
        cmp: (a, b) => this.disk.cmp(a, b),
        deleteDatabase: (name) => this.disk.deleteDatabase(name),
      },
      // A transaction that was open when its program died is never committed.
      abortAll: () => {
        for (const each of running) abort(each);
      },
    };
  }

  /** A transaction whose writes fail for as long as there is no room. */
  private failingWhenFull(transaction: IDBTransaction): IDBTransaction {
    if (this.full === 0) return transaction;
    const objectStore = transaction.objectStore.bind(transaction);
    transaction.objectStore = (name) => {
      const store = objectStore(name);
      for (const write of ['put', 'add'] as const) {
        const real = store[write].bind(store);
        store[write] = (...args) => {
          if (this.full === 0) return real(...args);
          this.full -= 1;
          throw new DOMException('No room.', 'QuotaExceededError');
        };
      }
      return store;
    };
    return transaction;
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch (error) {
    // It is over, and only has not said so yet.
    if ((error as Error).name !== 'InvalidStateError') throw error;
  }
}
