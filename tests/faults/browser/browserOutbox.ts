import type { Page } from 'playwright';

/** One item of the outbox, as it lies in the browser's IndexedDB. */
export interface Unsent {
  id: string;
  /** Empty where it is no report. */
  text: string;
  refused: boolean;
}

/** Reads the outbox past the app. */
export async function readOutbox(page: Page): Promise<Unsent[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('porchlight');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('IndexedDB did not open.'));
    });
    interface Row {
      id: string;
      input: { body?: { information?: string } };
      refusal?: unknown;
    }
    const rows = await new Promise<Row[]>((resolve, reject) => {
      const request = database.transaction('outbox').objectStore('outbox').getAll();
      request.onsuccess = () => resolve(request.result as Row[]);
      request.onerror = () => reject(new Error('The outbox could not be read.'));
    });
    database.close();
    return rows.map(({ id, input, refusal }) => ({
      id,
      text: input.body?.information ?? '',
      refused: refusal !== undefined,
    }));
  });
}
