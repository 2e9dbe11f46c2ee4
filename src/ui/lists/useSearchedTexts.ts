import { useEffect, useMemo } from 'react';
import { searchedText } from '../data/matchesSearch.ts';
import type { ListOptions } from './listOptions.ts';

/** How many rows are read at a time, so that no key waits for them on a slow phone. */
const SLICE = 100;

/**
 * The text of each row that a search looks in. Those of ten thousand rows are made ahead, a few at a time: at the first key all
 * of them would take longer than a key may.
 */
export function useSearchedTexts<Row extends object>({
  rows,
  textsOf,
}: Pick<ListOptions<Row>, 'rows' | 'textsOf'>): (row: Row, isPhrase: boolean) => string {
  const textOf = useMemo(() => {
    const [words, phrases] = [new WeakMap<Row, string>(), new WeakMap<Row, string>()];
    return (row: Row, isPhrase: boolean) => {
      const made = isPhrase ? phrases : words;
      const known = made.get(row);
      if (known !== undefined) return known;
      const text = searchedText(textsOf(row, isPhrase));
      made.set(row, text);
      return text;
    };
  }, [textsOf]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const readFrom = (start: number) => {
      if (start >= rows.length) return;
      timer = setTimeout(() => {
        // Also what several words are looked for in, else the first space would make all of them at once.
        for (const row of rows.slice(start, start + SLICE))
          for (const isPhrase of [false, true]) textOf(row, isPhrase);
        readFrom(start + SLICE);
      });
    };
    // A short list is read at the first key.
    if (rows.length > SLICE) readFrom(0);
    return () => clearTimeout(timer);
  }, [rows, textOf]);
  return textOf;
}
