import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type Key, type ReactNode, type RefObject } from 'react';

import { joinClasses } from '../layout/joinClasses.ts';

/** A list of up to this many rows is rendered whole, so that the browser's search finds them. */
const DRAWN_WHOLE = 100;

interface VirtualRows<Row> {
  /** The ref of the element around the rows. */
  place: RefObject<HTMLElement | null>;
  /** The rows to render, with their indices. */
  drawn: [number, Row][];
  /** The heights of the rows before and after those, in pixels. */
  before: number;
  after: number;
  /** The ref of each row, which also needs `data-index`. */
  measure: ((row: Element | null) => void) | undefined;
}

/** A row to scroll to and focus, also where it is not rendered yet. */
export interface GoTo {
  key: Key;
  /** Called once it has the focus, or where there is no such row. */
  onDone: () => void;
}

/** The rows of a long list to render: those near the screen. */
function useVirtualRows<Row>({
  rows: all,
  of = all.length,
  height,
  rowKey,
  goTo,
}: Pick<VirtualListProps<Row>, 'rows' | 'of' | 'height' | 'rowKey' | 'goTo'>): VirtualRows<Row> {
  const place = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const long = of > DRAWN_WHOLE;
  const rows = useWindowVirtualizer({
    count: all.length,
    enabled: long,
    estimateSize: () => height,
    overscan: 10,
    scrollMargin: top,
  });

  // Updated, since the content above may grow.
  useEffect(() => {
    if (!long) return;
    const measure = () => {
      if (place.current) setTop(Math.round(place.current.getBoundingClientRect().top + window.scrollY));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [long]);

  // At each render, since a row far away is rendered only after the page has scrolled to it.
  useEffect(() => {
    if (!goTo) return;
    const index = all.findIndex((row) => rowKey(row) === goTo.key);
    const row = place.current?.querySelector<HTMLElement>(`:scope > [data-index="${index}"]`);
    if (!row && index >= 0) rows.scrollToIndex(index, { align: 'center' });
    else {
      row?.focus();
      goTo.onDone();
    }
  });

  if (!long) return { place, drawn: [...all.entries()], before: 0, after: 0, measure: undefined };
  const items = rows.getVirtualItems();
  const last = items.at(-1);
  return {
    place,
    // After the list became shorter, the virtualizer may still have old indices.
    drawn: items.flatMap(({ index }): [number, Row][] => {
      const row = all[index];
      return row === undefined ? [] : [[index, row]];
    }),
    before: (items[0]?.start ?? top) - top,
    after: rows.getTotalSize() - ((last?.end ?? top) - top),
    measure: rows.measureElement,
  };
}

interface VirtualListProps<Row> {
  /** The accessible name of the list. */
  caption: string;
  rows: readonly Row[];
  /** How many rows these were chosen from: of a long list the browser's search would miss most, so that each key draws fewer. */
  of?: number;
  rowKey: (row: Row) => Key;
  /** The estimated height of an item, in pixels. */
  height: number;
  /** The id of each row's element, which can then take the focus. */
  rowId?: ((row: Row) => string) | undefined;
  goTo?: GoTo | undefined;
  /** Renders an item. */
  children: (row: Row) => ReactNode;
}

interface VirtualTableProps<Row> extends VirtualListProps<Row> {
  /** The cells of the head, one for each column. */
  head: ReactNode[];
  rowClass?: string;
}

/** A table that renders only the rows near the screen. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { caption, rows, rowKey, rowId, head, rowClass, children } = props;
  const { place, drawn, before, after, measure } = useVirtualRows(props);
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      {/* Of fixed columns, so that the browser need not measure a thousand rows to place the first. */}
      <table className="w-full table-fixed border-collapse text-left" aria-rowcount={rows.length + 1}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line" aria-rowindex={1}>
            {head}
          </tr>
        </thead>
        <tbody ref={place as RefObject<HTMLTableSectionElement | null>}>
          <SpacerRow height={before} columns={head.length} />
          {drawn.map(([index, row]) => (
            <tr
              key={rowKey(row)}
              ref={measure}
              data-index={index}
              aria-rowindex={index + 2}
              id={rowId?.(row)}
              tabIndex={rowId && -1}
              className={joinClasses(
                'border-b border-line last:border-0',
                rowId && '-outline-offset-3 focus:bg-accent-soft',
                rowClass,
              )}
            >
              {children(row)}
            </tr>
          ))}
          <SpacerRow height={after} columns={head.length} />
        </tbody>
      </table>
    </div>
  );
}

/** A spacer row for rows that are not rendered; `height` in pixels. */
function SpacerRow({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return <></>;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}

/** A list that renders only the items near the screen. */
export function VirtualList<Row>(props: VirtualListProps<Row> & { itemClass?: string }) {
  const { caption, rows, rowKey, rowId, itemClass = 'pb-3', children } = props;
  const { place, drawn, before, after, measure } = useVirtualRows(props);
  return (
    <ul
      role="list"
      aria-label={caption}
      ref={place as RefObject<HTMLUListElement | null>}
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {drawn.map(([index, row]) => (
        <li
          key={rowKey(row)}
          ref={measure}
          data-index={index}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          id={rowId?.(row)}
          tabIndex={rowId && -1}
          className={joinClasses(itemClass, rowId && 'focus:*:bg-accent-soft')}
        >
          {children(row)}
        </li>
      ))}
    </ul>
  );
}
