import { useCallback, useMemo, useState, type Key } from 'react';

const NONE: ReadonlySet<Key> = new Set();

/**
 * Which rows are ticked; of those that a search or a chip hides, none counts.
 * @param rowKey the same function each time
 */
export function useTicks<Row>(shown: readonly Row[], rowKey: (row: Row) => Key) {
  const [keys, setKeys] = useState<ReadonlySet<Key>>(NONE);
  const ticked = useMemo(
    () => (keys.size === 0 ? [] : shown.filter((row) => keys.has(rowKey(row)))),
    [shown, keys, rowKey],
  );
  const tick = useCallback((key: Key, on: boolean) => {
    setKeys((before) => {
      const next = new Set(before);
      if (on) next.add(key);
      else next.delete(key);
      return next;
    });
  }, []);
  return {
    ticked,
    ticks: keys,
    /** The same function each time. */
    tick,
    tickAll: (on: boolean) => setKeys(on ? new Set(shown.map(rowKey)) : NONE),
  };
}
