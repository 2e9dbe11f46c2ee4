import { memo, type RefObject } from 'react';
import type { Transaction } from '../../../contract/ledger.ts';
import { toCents } from '../../../contract/money.ts';
import { useMediaQuery } from '../../ui/layout/mediaQuery.ts';
import { Money } from '../../ui/data/Money.tsx';
import { SpacerRow } from '../../ui/data/SpacerRow.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { rowsAt, useVirtualRows } from '../../ui/data/virtualRows.ts';

interface EntriesProps {
  entries: Transaction[];
  /** Shown where there are none. */
  empty: string;
  onOpen: (id: number) => void;
}

/** In pixels: about how tall a row and a card are, before they were drawn. */
const ROW = 53;
const CARD = 104;

/** A ledger: a table from 768 px, below it cards; of a long one, what is near the screen. Give an `onOpen` that stays the same. */
export const Entries = memo(function Entries({ entries, empty, onOpen }: EntriesProps) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (entries.length === 0) {
    return (
      <p className="rounded-card border border-dashed border-edge px-5 py-12 text-center text-muted">
        {empty}
      </p>
    );
  }
  return wide ? <Rows {...{ entries, onOpen }} /> : <Cards {...{ entries, onOpen }} />;
});

type ListProps = Omit<EntriesProps, 'empty'>;

const head = 'px-4 py-3 text-sm font-semibold text-muted first:pl-5 last:pr-5';
const cell = 'px-4 py-1 align-middle first:pl-5 last:pr-5';

function Rows({ entries, onOpen }: ListProps) {
  const { place, indexes, before, after, measure } = useVirtualRows(entries.length, ROW);
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      {/* Of fixed columns, so that the browser need not measure a thousand rows to place the first. */}
      <table className="w-full table-fixed border-collapse text-left" aria-rowcount={entries.length + 1}>
        <caption className="sr-only">Account ledger</caption>
        <thead>
          <tr className="border-b border-line" aria-rowindex={1}>
            <th scope="col" className={`w-36 ${head}`}>
              Date
            </th>
            <th scope="col" className={`w-44 ${head}`}>
              Type
            </th>
            <th scope="col" className={head}>
              Description
            </th>
            <th scope="col" className={`w-44 text-right ${head}`}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody ref={place as RefObject<HTMLTableSectionElement | null>}>
          <SpacerRow height={before} columns={4} />
          {rowsAt(entries, indexes).map(([index, entry]) => (
            <tr
              key={entry.id}
              ref={measure}
              data-index={index}
              aria-rowindex={index + 2}
              className="border-b border-line last:border-0 has-focus-visible:bg-sunken enabled-hover:bg-sunken"
            >
              <td className={`${cell} whitespace-nowrap text-muted`}>
                <Time value={entry.created_at} />
              </td>
              <td className={`${cell} font-semibold`}>{entry.type}</td>
              <td className={cell}>
                <button
                  type="button"
                  onClick={() => onOpen(entry.id)}
                  className="-mx-2 min-h-11 w-full rounded-control px-2 text-left underline decoration-edge decoration-dotted underline-offset-4 -outline-offset-2"
                >
                  <span className="line-clamp-2 wrap-anywhere">{entry.description}</span>
                </button>
              </td>
              <td className={`${cell} text-right font-semibold`}>
                <Money cents={toCents(entry.amount)} tone="ledger" />
              </td>
            </tr>
          ))}
          <SpacerRow height={after} columns={4} />
        </tbody>
      </table>
    </div>
  );
}

function Cards({ entries, onOpen }: ListProps) {
  const { place, indexes, before, after, measure } = useVirtualRows(entries.length, CARD);
  return (
    <ul
      role="list"
      aria-label="Account ledger"
      ref={place as RefObject<HTMLUListElement | null>}
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {rowsAt(entries, indexes).map(([index, entry]) => (
        <li
          key={entry.id}
          ref={measure}
          data-index={index}
          aria-setsize={entries.length}
          aria-posinset={index + 1}
          className="pb-3"
        >
          <button
            type="button"
            onClick={() => onOpen(entry.id)}
            className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 rounded-card border border-line bg-surface p-4 text-left -outline-offset-2 enabled-hover:bg-sunken"
          >
            <span className="font-semibold">{entry.type}</span>
            <Money cents={toCents(entry.amount)} tone="ledger" className="text-right font-bold" />
            <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{entry.description}</span>
            <Time value={entry.created_at} className="text-right text-sm whitespace-nowrap text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
}
