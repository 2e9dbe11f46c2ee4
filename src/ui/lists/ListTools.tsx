import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { FilterBar } from '../data/FilterBar.tsx';
import { ExportButton } from '../files/ExportButton.tsx';
import type { CsvTable } from '../files/csv.ts';
import { Button } from '../forms/Button.tsx';
import { SearchField } from '../forms/SearchField.tsx';
import { Select } from '../forms/Select.tsx';
import { joinClasses } from '../layout/joinClasses.ts';
import { useLabelAbove, useWideList } from './ListTable.tsx';
import { PrintButton } from '../print/PrintButton.tsx';
import { shownText } from './shownText.ts';
import { TickedBar } from './TickedBar.tsx';
import type { List } from './useList.ts';

interface ListToolsProps<Row extends object> {
  /** The label of the search. */
  label: string;
  list: List<Row>;
  /** The singular and plural noun of a row. */
  one: string;
  many: string;
  /** The accessible name of the chips, such as "Tenants". */
  chipsLabel?: string;
  /** What the rows come to, shown and ticked. */
  totalOf?: ((rows: readonly Row[]) => ReactNode) | undefined;
  /** The file of rows, and what is printed of them; without it there is none yet, as while rows are missing. */
  tableOf?: ((rows: readonly Row[]) => CsvTable) | undefined;
  /** The heading of what is printed. */
  printed?: string;
  /** What can be done with all that are ticked. */
  actionsOf?: ((rows: readonly Row[]) => ReactNode) | undefined;
  /** Shown before the search, such as what is searched. */
  before?: ReactNode;
}

/** What is asked of a list, how many rows answer it and what they come to, and what can be done with them. */
export function ListTools<Row extends object>(props: ListToolsProps<Row>) {
  const { label, list, one, many, chipsLabel, totalOf, tableOf, printed, actionsOf, before } = props;
  const { typed, setTyped, keep, found, all, chips, chip, choose, ticked } = list;
  const total = useMemo(() => totalOf?.(found), [totalOf, found]);
  const wide = useWideList();
  const labelAbove = useLabelAbove();
  // Of one that is selected also what its row has no room for on a phone.
  const actions = list.columns.find(({ card }) => card === 'actions');
  const [only, ...others] = ticked;
  const files = (rows: readonly Row[]) =>
    tableOf && (
      <>
        <ExportButton narrow table={() => tableOf(rows)} />
        <PrintButton narrow title={printed ?? label} table={() => tableOf(rows)} />
      </>
    );
  return (
    <>
      <div className="mb-3 flex flex-col gap-2 sm:gap-3">
        {chips && chip !== undefined && (
          <FilterBar label={chipsLabel ?? 'Show'} options={chips} value={chip} onChange={choose} />
        )}
        <div className="flex flex-wrap items-end gap-2 sm:gap-3">
          {Boolean(before) && <div className="max-sm:w-36 sm:contents">{before}</div>}
          <SearchField
            label={label}
            hideLabel={!labelAbove}
            placeholder={labelAbove ? undefined : shortOf(label)}
            value={typed}
            onChange={setTyped}
            onBlur={keep}
            autoComplete="off"
            className={joinClasses('min-w-0 grow', before ? 'basis-40 sm:basis-64' : 'basis-64')}
          />
          <NarrowSort list={list} />
          {ticked.length === 0 && <div className="flex gap-2 sm:gap-3">{files(found)}</div>}
        </div>
        <div className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
          <p role="status">{shownText(found.length, all, one, many)}</p>
          {Boolean(total) && <p>{total}</p>}
        </div>
      </div>
      {ticked.length > 0 && (
        <TickedBar count={ticked.length} total={totalOf?.(ticked)} onClear={() => list.tickAll(false)}>
          {!wide && only && others.length === 0 && actions?.cell(only)}
          {actionsOf?.(ticked)}
          {files(ticked)}
        </TickedBar>
      )}
    </>
  );
}

/** Such as "Name or unit number", of "Search by name or unit number": beside the icon a phone has no room for more. */
function shortOf(label: string): string {
  const [first = '', ...rest] = label.replace(/^Search by /, '');
  return first.toUpperCase() + rest.join('');
}

/** By what the rows stand, where no column has a heading to press. */
function NarrowSort<Row extends object>({ list }: { list: List<Row> }) {
  const { sorting, sortBy, columns, isOrdered, asTheyCome } = list;
  const wide = useWideList();
  const sorted = columns.filter(({ sort }) => sort);
  if (wide || sorted.length === 0) return <></>;
  const down = sorting?.down ?? false;
  return (
    <div className="flex min-w-0 grow basis-40 items-end gap-2 sm:max-w-64">
      <Select
        label="Sort by"
        className="min-w-0 grow"
        value={sorting?.key ?? ''}
        onChange={({ target }) => sortBy({ key: target.value, down: false })}
      >
        {!isOrdered && <option value="">{asTheyCome}</option>}
        {sorted.map(({ key, header }) => (
          <option key={key} value={key}>
            {header}
          </option>
        ))}
      </Select>
      {sorting && (
        <Button
          variant="secondary"
          icon={down ? ArrowDown : ArrowUp}
          aria-label={down ? 'High to low' : 'Low to high'}
          onClick={() => sortBy({ ...sorting, down: !down })}
        />
      )}
    </div>
  );
}
