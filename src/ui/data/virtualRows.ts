import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type RefObject } from 'react';

/** Up to this many rows are simply drawn: the browser's own search finds them all. */
const DRAWN_WHOLE = 100;

interface Windowed {
  /** Goes on the element that holds the rows. */
  place: RefObject<HTMLElement | null>;
  /** The rows to draw. */
  indexes: number[];
  /** In pixels: the room of the rows before and after those. */
  before: number;
  after: number;
  /** Goes on each row, beside `data-index`, as its `ref`. */
  measure: ((row: Element | null) => void) | undefined;
}

/**
 * Which rows of a long list to draw: those near the screen.
 * @param height in pixels, of a row that was not drawn yet
 */
export function useVirtualRows(count: number, height: number): Windowed {
  const place = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const long = count > DRAWN_WHOLE;
  const rows = useWindowVirtualizer({
    count,
    enabled: long,
    estimateSize: () => height,
    overscan: 10,
    scrollMargin: top,
  });

  // Followed, since what lies above may grow.
  useEffect(() => {
    if (!long) return;
    const measure = () => {
      if (place.current) setTop(Math.round(place.current.getBoundingClientRect().top + window.scrollY));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [long]);

  if (!long) {
    return {
      place,
      indexes: Array.from({ length: count }, (_, index) => index),
      before: 0,
      after: 0,
      measure: undefined,
    };
  }
  const drawn = rows.getVirtualItems();
  const last = drawn.at(-1);
  return {
    place,
    indexes: drawn.map(({ index }) => index),
    before: (drawn[0]?.start ?? top) - top,
    after: rows.getTotalSize() - ((last?.end ?? top) - top),
    measure: rows.measureElement,
  };
}

/** The rows to draw, each with its index. */
export function rowsAt<Row>(rows: readonly Row[], indexes: readonly number[]): [number, Row][] {
  // A list that has just become shorter may be asked for rows that are not there any more.
  return indexes.flatMap((index) => {
    const row = rows[index];
    return row === undefined ? [] : [[index, row] as [number, Row]];
  });
}
