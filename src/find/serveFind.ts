import { cacheKey, isCacheKeyOf } from '../offline/engine/reads/cacheKey.ts';
import { followKeys, followList } from '../offline/engine/reads/followList.ts';
import { followUnsent } from '../offline/engine/outbox/followUnsent.ts';
import type { CachedRouteName } from '../../contract/routes.ts';
import { find, type FoundGroup, type Query } from './find.ts';
import { FindIndex } from './FindIndex.ts';
import type { FromFinder, Port, ToFinder } from './messages.ts';
import { searchedLists } from './things.ts';
import { unsentList } from './unsent.ts';

/** How long what changes is waited for until the last question is answered again, in milliseconds. */
const PAUSE = 200;

/** Follows the lists that somebody's device has, and answers what is typed, until the worker ends. Returns what takes the page's messages. */
export function serveFind(page: Port<FromFinder>): (message: ToFinder) => void {
  const index = new FindIndex();
  const followed = new Set<string>();
  const inMemory = new Set<string>();
  /** The lists of which this device has not said yet what it has. */
  const awaited = new Set<string>();
  let unsentRead = 0;
  let isManager = false;
  let last: { ask: number; query: Query } | undefined;
  let answered: typeof last;
  let again: ReturnType<typeof setTimeout> | undefined;

  // A part of a list, such as the requests that are pending, has nothing that the list has not. Of the ledgers each is one.
  const listOf = (key: string) => {
    const name = isCacheKeyOf('listUserTransactions', key) ? 'listUserTransactions' : key;
    return searchedLists(isManager)[name as CachedRouteName];
  };

  async function answer(): Promise<void> {
    const asked = last;
    if (!asked) return;
    let groups: FoundGroup[] | undefined;
    for (const found of find(index, asked.query)) {
      if (groups) {
        // What was answered before stands until the new answer is whole, so that nothing that is shown leaves and comes again.
        if (answered !== asked) page.postMessage({ ask: asked.ask, groups, whole: false });
        // A newer question comes in between.
        await new Promise((resolve) => setTimeout(resolve));
        if (last !== asked) return;
      }
      groups = found;
    }
    answered = asked;
    page.postMessage({ ask: asked.ask, groups: groups ?? [], whole: awaited.size === 0 });
  }

  function changed(): void {
    again ??= setTimeout(() => {
      again = undefined;
      void answer();
    }, PAUSE);
  }

  function follow(userId: number, key: string): void {
    const list = listOf(key);
    if (!list || followed.has(key)) return;
    followed.add(key);
    awaited.add(key);
    followList({ userId, key }, (change) => {
      if (!change || change.whole) awaited.delete(key);
      // What the page has in its memory stays where the device has nothing.
      if (change || !inMemory.has(key)) index.update(key, list, change);
      changed();
    });
  }

  return (message) => {
    if (message.type === 'open') {
      ({ isManager } = message);
      const { userId } = message;
      for (const name of Object.keys(searchedLists(isManager)) as CachedRouteName[]) {
        follow(userId, cacheKey(name, {}));
      }
      const own = unsentList(isManager);
      followUnsent(userId, (items) => {
        if (items.length === 0 && unsentRead === 0) return;
        unsentRead += 1;
        // All of them at each change, since they are few.
        const part = String(unsentRead);
        index.update('unsent', own, { ids: [part], parts: new Map([[part, items]]) });
        changed();
      });
      // The ledgers that were opened.
      followKeys(userId, (keys) => {
        for (const key of keys) follow(userId, key);
      });
    } else if (message.type === 'list') {
      const { key, rows } = message;
      const list = listOf(key);
      if (!list) return;
      awaited.delete(key);
      if (rows) inMemory.add(key);
      else inMemory.delete(key);
      index.update(key, list, rows && { ids: ['memory'], parts: new Map([['memory', rows]]) });
      changed();
    } else {
      const { ask, ...query } = message;
      last = { ask, query: { ...query, isManager } };
      void answer();
    }
  };
}
