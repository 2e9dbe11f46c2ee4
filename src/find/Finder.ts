import { cacheKey } from '../offline/engine/reads/cacheKey.ts';
import { onMemoryChange, readInMemory, openAllInMemory } from '../offline/engine/reads/memoryStore.ts';
import type { CachedRouteName } from '../../contract/routes.ts';
import type { FromFinder, ToFinder } from './messages.ts';
import { searchedLists, type Group } from './things.ts';

interface Person {
  userId: number;
  isManager: boolean;
}

/** The page's side of the worker that finds. */
export class Finder {
  readonly #person: Person;
  readonly #worker: Worker;
  readonly #leaving = new AbortController();
  /** What the worker was told of each list that is in this page's memory. */
  readonly #told = new Map<string, unknown>();
  readonly #stopListening: () => void;
  #ask = 0;

  constructor(person: Person, onFound: (found: FromFinder) => void) {
    this.#person = person;
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener(
      'message',
      ({ data }: MessageEvent<FromFinder>) => {
        if (data.ask === this.#ask) onFound(data);
      },
      this.#leaving,
    );
    this.#tell({ type: 'open', ...person });
    this.#sendMemory();
    this.#stopListening = onMemoryChange(() => this.#sendMemory());
  }

  /** @param all the group of which all are asked for */
  find(typed: string, recent: readonly string[], all: Group | undefined): void {
    this.#ask += 1;
    this.#tell({ type: 'find', ask: this.#ask, typed, recent, all });
  }

  close(): void {
    this.#stopListening();
    this.#leaving.abort();
    this.#worker.terminate();
  }

  #tell(message: ToFinder): void {
    this.#worker.postMessage(message);
  }

  /** The worker reads the device itself; what this page has in memory alone, it is told. */
  #sendMemory(): void {
    const { userId, isManager } = this.#person;
    const lists = Object.keys(searchedLists(isManager)) as CachedRouteName[];
    const keys = new Set([
      ...lists.map((name) => cacheKey(name, {})),
      ...openAllInMemory(userId).flatMap(({ head }) => head?.key ?? []),
    ]);
    for (const key of keys) {
      const rows = readInMemory({ userId, key })?.answer;
      if (rows === this.#told.get(key)) continue;
      this.#told.set(key, rows);
      this.#tell({ type: 'list', key, rows: Array.isArray(rows) ? rows : undefined });
    }
  }
}
