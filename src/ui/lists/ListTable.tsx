import { memo, type Key, type ReactNode } from 'react';
import { VirtualList, VirtualTable } from '../data/VirtualList.tsx';
import { joinClasses } from '../layout/joinClasses.ts';
import { useMediaQuery } from '../layout/mediaQuery.ts';
import type { ListColumn, Sorting } from './listOptions.ts';
import { ListRow, type Summary } from './ListRow.tsx';
import { SearchedOnly } from './SearchedOnly.tsx';
import { SortButton } from './SortButton.tsx';
import { Tick } from './Tick.tsx';
import type { List } from './useList.ts';

interface ListTableProps<Row extends object> {
  /** The accessible name of the list. */
  caption: string;
  list: List<Row>;
  columns: readonly ListColumn<Row>[];
  rowKey: (row: Row) => Key;
  /** What a row is called, as in "Select Robin Hale"; without it, none can be ticked. */
  nameOf?: ((row: Row) => string) | undefined;
  /** What stands in a row where there is no room for columns. */
  summaryOf: (row: Row) => Summary;
  /** Shown instead if there are no rows. */
  empty: ReactNode;
}

/** The heights of a row of the table and of the list, in pixels. */
const ROW = 45;
const SUMMARY = 65;

/** The width from which on a list is a table, and its rows are summaries below. */
export function useWideList(): boolean {
  return useMediaQuery('(min-width: 60rem)');
}

/** Whether the label of a list's search stands above it, as those of the fields beside it do; a phone has it in the field. */
export function useLabelAbove(): boolean {
  return useMediaQuery('(min-width: 40rem)');
}

/** The rows of a list: a table that sorts by each of its columns, or on a narrow screen dense rows that lead to a page. */
export function ListTable<Row extends object>({
  list,
  columns,
  rowKey,
  nameOf,
  summaryOf,
  caption,
  empty,
}: ListTableProps<Row>) {
  const wide = useWideList();
  const { shown: rows, ticks, tick, sorting, sortBy } = list;
  if (rows.length === 0) {
    return (
      <div className="rounded-card border border-dashed border-edge px-5 py-12 text-center text-muted">
        {empty}
        <SearchedOnly list={list} />
      </div>
    );
  }
  const tickOf = (row: Row): TickOf => ({
    tickName: nameOf && `Select ${nameOf(row)}`,
    ticked: ticks.has(rowKey(row)),
    tick,
    rowKey: rowKey(row),
  });
  if (!wide) {
    return (
      <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
        <VirtualList
          caption={caption}
          rows={rows}
          of={list.total}
          rowKey={rowKey}
          height={SUMMARY}
          itemClass="border-b border-line last:border-0"
        >
          {(row) => <SummaryRow row={row} summaryOf={summaryOf} {...tickOf(row)} />}
        </VirtualList>
      </div>
    );
  }
  const head = columns.map((column, index) => (
    <HeadCell
      key={column.key}
      column={column}
      sorting={sorting}
      onSort={sortBy}
      tick={
        index === 0 &&
        nameOf && (
          <Tick
            name="Select all that are shown"
            ticked={list.ticked.length === rows.length}
            onTick={list.tickAll}
          />
        )
      }
    />
  ));
  return (
    <VirtualTable caption={caption} rows={rows} of={list.total} rowKey={rowKey} height={ROW} head={head}>
      {(row) => <BodyCells row={row} columns={columns} {...tickOf(row)} />}
    </VirtualTable>
  );
}

interface TickOf {
  /** Without one, the row cannot be ticked. */
  tickName: string | undefined;
  ticked: boolean;
  /** The same function each time. */
  tick: (key: Key, on: boolean) => void;
  rowKey: Key;
}

function RowTick({ tickName, ticked, tick, rowKey }: TickOf) {
  if (tickName === undefined) return <></>;
  return <Tick name={tickName} ticked={ticked} onTick={(on) => tick(rowKey, on)} />;
}

interface SummaryRowProps<Row> extends TickOf {
  row: Row;
  summaryOf: (row: Row) => Summary;
}

// A row is drawn again as it, what is shown of it or its tick changes alone: a key that is typed changes none of them.
const SummaryRow = memo(function SummaryRow<Row>({ row, summaryOf, ...tickOf }: SummaryRowProps<Row>) {
  return <ListRow summary={summaryOf(row)} tick={<RowTick {...tickOf} />} />;
}) as <Row>(props: SummaryRowProps<Row>) => ReactNode;

interface BodyCellsProps<Row> extends TickOf {
  row: Row;
  columns: readonly ListColumn<Row>[];
}

const BodyCells = memo(function BodyCells<Row>({ row, columns, ...tickOf }: BodyCellsProps<Row>) {
  return columns.map((column, index) => (
    <BodyCell
      key={column.key}
      column={column}
      row={row}
      tick={index === 0 && tickOf.tickName !== undefined && <RowTick {...tickOf} />}
    />
  ));
}) as <Row>(props: BodyCellsProps<Row>) => ReactNode;

interface HeadCellProps<Row> {
  column: ListColumn<Row>;
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting) => void;
  tick: ReactNode;
}

function HeadCell<Row>({ column, sorting, onSort, tick }: HeadCellProps<Row>) {
  const { key, header, align, card, width, sort } = column;
  const sorted = sorting?.key === key;
  return (
    <th
      scope="col"
      // Else a tick in it would be part of its name.
      aria-label={tick ? header : undefined}
      aria-sort={sort && sorted ? (sorting.down ? 'descending' : 'ascending') : undefined}
      className={joinClasses(
        'px-3 text-sm font-semibold text-muted first:pl-5 last:pr-5',
        align === 'right' && 'text-right',
        width,
      )}
    >
      <span className={joinClasses('flex min-h-11 items-center gap-2', align === 'right' && 'justify-end')}>
        {tick}
        {card === 'actions' ? (
          <span className="sr-only">{header}</span>
        ) : sort ? (
          <SortButton
            down={sorted ? sorting.down : undefined}
            onSort={() => onSort({ key, down: sorted && !sorting.down })}
          >
            {header}
          </SortButton>
        ) : (
          header
        )}
      </span>
    </th>
  );
}

interface BodyCellProps<Row> {
  column: ListColumn<Row>;
  row: Row;
  tick: ReactNode;
}

function BodyCell<Row>({ column, row, tick }: BodyCellProps<Row>) {
  const { align, card } = column;
  return (
    <td
      className={joinClasses(
        'h-11 px-3 py-0.5 align-middle leading-tight wrap-anywhere first:pl-5 last:pr-5',
        align === 'right' && 'text-right tabular-nums',
        card === 'title' && 'font-semibold',
      )}
    >
      {card === 'actions' ? (
        <div className="flex flex-wrap justify-end gap-1 text-[0.9375rem] whitespace-nowrap *:min-h-9 *:px-3 *:py-1">
          <Cell column={column} row={row} />
        </div>
      ) : tick ? (
        <div className="flex items-center gap-2">
          {tick}
          <div className="min-w-0">
            <Cell column={column} row={row} />
          </div>
        </div>
      ) : (
        <Cell column={column} row={row} />
      )}
    </td>
  );
}

/** Drawn again as its row or its column changes alone, and not as the row is ticked. */
const Cell = memo(function Cell<Row>({ column, row }: Pick<BodyCellProps<Row>, 'column' | 'row'>) {
  return column.cell(row);
}) as <Row>(props: Pick<BodyCellProps<Row>, 'column' | 'row'>) => ReactNode;
