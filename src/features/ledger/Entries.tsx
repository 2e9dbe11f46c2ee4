import { memo } from 'react';
import { dateOf, type Transaction } from '../../../contract/ledger/ledger.ts';
import { toCents } from '../../../contract/values/money.ts';
import { entryText } from '../../subjects/ledger/entryText.ts';
import { useMediaQuery } from '../../ui/layout/mediaQuery.ts';
import { Money } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { VirtualList, VirtualTable } from '../../ui/data/VirtualList.tsx';
import { ReversedMark } from './ReversedMark.tsx';

interface EntriesProps {
  entries: readonly Transaction[];
  /** In whole cents, what was owed after each; undefined until the whole ledger is here. */
  balances: ReadonlyMap<number, number> | undefined;
  /** Shown if there are none. */
  empty: string;
  onOpen: (id: number) => void;
}

/** The estimated heights of a row and a card before they are rendered, in pixels. */
const ROW = 53;
const CARD = 128;

/** A ledger as a table from 768 px on, as cards below; only rows near the screen are rendered. `onOpen` must be stable. */
export const Entries = memo(function Entries({ entries, empty, ...list }: EntriesProps) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (entries.length === 0) {
    return (
      <p className="rounded-card border border-dashed border-edge px-5 py-12 text-center text-muted">
        {empty}
      </p>
    );
  }
  return wide ? <Rows entries={entries} {...list} /> : <Cards entries={entries} {...list} />;
});

type ListProps = Omit<EntriesProps, 'empty'>;

const list = { caption: 'Account ledger', rowKey: ({ id }: Transaction) => id };
const head = 'px-3 py-3 text-sm font-semibold text-muted first:pl-5 last:pr-5';
const cell = 'px-3 py-1 align-middle first:pl-5 last:pr-5';
const columns = [
  { name: 'Date', className: 'w-31' },
  { name: 'Type', className: 'w-28' },
  { name: 'Description', className: '' },
  { name: 'Amount', className: 'w-29 text-right' },
  { name: 'Balance', className: 'w-33 text-right' },
].map(({ name, className }) => (
  <th key={name} scope="col" className={`${className} ${head}`}>
    {name}
  </th>
));

function Rows({ entries, balances, onOpen }: ListProps) {
  return (
    <VirtualTable
      {...list}
      rows={entries}
      height={ROW}
      head={columns}
      rowClass="has-focus-visible:bg-sunken enabled-hover:bg-sunken"
    >
      {({ id, type, amount, reversed_by, ...entry }) => (
        <>
          <td className={`${cell} whitespace-nowrap text-muted`}>
            <Time value={dateOf(entry)} />
          </td>
          <td className={`${cell} font-semibold`}>
            {type}
            <ReversedMark by={reversed_by} />
          </td>
          <td className={cell}>
            <button
              type="button"
              onClick={() => onOpen(id)}
              className="-mx-2 min-h-11 w-full rounded-control px-2 text-left underline decoration-edge decoration-dotted underline-offset-4 -outline-offset-2"
            >
              <span className="line-clamp-2 wrap-anywhere">{entryText(entry)}</span>
            </button>
          </td>
          <td className={`${cell} text-right font-semibold`}>
            <Money cents={toCents(amount)} tone="ledger" />
          </td>
          <td className={`${cell} text-right text-muted`}>
            <BalanceAfter id={id} balances={balances} />
          </td>
        </>
      )}
    </VirtualTable>
  );
}

/** A text and a figure beside it, or below it where the text would have no room. */
const line = 'flex flex-wrap justify-between gap-x-4';
const text = 'min-w-0 flex-[1_1_8rem]';

function Cards({ entries, balances, onOpen }: ListProps) {
  return (
    <VirtualList {...list} rows={entries} height={CARD}>
      {({ id, type, amount, reversed_by, ...entry }) => (
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="flex w-full flex-col gap-1 rounded-card border border-line bg-surface p-4 text-left -outline-offset-2 enabled-hover:bg-sunken"
        >
          <span className={line}>
            <span className={`${text} font-semibold`}>
              {type}
              <ReversedMark by={reversed_by} />
            </span>
            <Money cents={toCents(amount)} tone="ledger" className="text-right font-bold" />
          </span>
          <span className={`${line} text-sm text-muted`}>
            <span className={`${text} line-clamp-2 wrap-anywhere`}>{entryText(entry)}</span>
            <Time value={dateOf(entry)} className="text-right whitespace-nowrap" />
          </span>
          <span className={`${line} text-sm text-muted`}>
            <span>Balance</span>
            <BalanceAfter id={id} balances={balances} />
          </span>
        </button>
      )}
    </VirtualList>
  );
}

/** What was owed after an entry; as high without it, so that nothing moves when it comes. */
function BalanceAfter({ id, balances }: { id: number; balances: ListProps['balances'] }) {
  const cents = balances?.get(id);
  return cents === undefined ? <span aria-hidden>…</span> : <Money cents={cents} />;
}
