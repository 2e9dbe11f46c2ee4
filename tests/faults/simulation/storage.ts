import { IDBFactory } from 'fake-indexeddb';

/** What lies on one phone's disk. It outlives every tab and worker, and may be full. */
export class Storage {
  /** How many of the next writes find no room. */
  full = 0;
  private readonly disk = new IDBFactory();

  /** The IndexedDB that one tab or worker finds; `begins` runs before each of its transactions and may end it. */
  of(begins: () => void): { indexedDB: Partial<IDBFactory>; cut: () => void } {
    const running = new Set<IDBTransaction>();
    const watch = (connection: IDBDatabase) => {
      const transaction = connection.transaction.bind(connection);
      connection.transaction = (...args) => {
        begins();
        const begun = this.filling(transaction(...args));
        running.add(begun);
        for (const end of ['complete', 'abort']) begun.addEventListener(end, () => running.delete(begun));
        return begun;
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
      // What was not committed when its program died never was.
      cut: () => {
        for (const each of running) abort(each);
      },
    };
  }

  /** A transaction whose writes fail for as long as there is no room. */
  private filling(transaction: IDBTransaction): IDBTransaction {
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
