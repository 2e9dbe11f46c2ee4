import { useDeferredValue, useMemo } from 'react';
import { finding } from '../data/matchesSearch.ts';
import type { ListColumn, ListOptions, Sorting } from './listOptions.ts';
import { sortRows } from './sortRows.ts';
import { useListAddress } from './useListAddress.ts';
import { useSearchedTexts } from './useSearchedTexts.ts';
import { useTicks } from './useTicks.ts';

/** The rows of a list by what is asked of it: searched, chosen by a chip, sorted, and ticked. The address keeps all but the ticks. */
export function useList<Row extends object>(options: ListOptions<Row>) {
  const { rows, rowKey, columns, chips, order, most = Infinity } = options;
  const { address, typed, setTyped, keep, write } = useListAddress();
  const sought = useDeferredValue(typed.trim());

  const first = chips?.find(({ value }) => value === options.chip) ?? chips?.[0];
  const chip = chips?.find(({ value }) => value === address.get('show')) ?? first;
  const sorting = sortingOf(address.get('sort'), columns) ?? order;
  const { key: sortKey, down = false } = sorting ?? {};
  const sort = columns.find(({ key }) => key === sortKey)?.sort;

  const sorted = useMemo(() => (sort ? sortRows(rows, sort, down) : rows), [rows, sort, down]);
  const chosen = useMemo(() => (chip ? sorted.filter(chip.has) : sorted), [sorted, chip]);
  const isBlank = sought === '';
  const isPhrase = sought.includes(' ');
  const textOf = useSearchedTexts(options);
  const found = useMemo(() => {
    if (isBlank) return chosen;
    const finds = finding(sought);
    return chosen.filter((row) => finds(textOf(row, isPhrase)));
  }, [chosen, isBlank, isPhrase, sought, textOf]);
  const isNothingFound = !isBlank && found.length === 0;
  const wider = useMemo(() => {
    if (!isNothingFound) return undefined;
    const finds = finding(sought);
    const others = chips?.filter((each) => each !== chip) ?? [];
    return (
      others.find(({ value }) => value === 'all') ??
      others.find(({ has }) => rows.some((row) => has(row) && finds(textOf(row, isPhrase))))
    );
  }, [isNothingFound, sought, chips, chip, rows, textOf, isPhrase]);
  const counted = useMemo(
    () =>
      chips?.map(({ value, label, has }) => ({ value, label, count: rows.filter((row) => has(row)).length })),
    [chips, rows],
  );
  const shown = useMemo(() => (found.length > most ? found.slice(0, most) : found), [found, most]);
  const ticks = useTicks(shown, rowKey);

  return {
    typed,
    setTyped,
    keep,
    write,
    sought,
    /** What was asked for, and as much of it as is shown. */
    found,
    shown,
    all: chosen.length,
    /** How many rows there are, whatever is asked of them. */
    total: rows.length,
    sorting,
    /** Whether the rows stand by a column from the start. */
    isOrdered: order !== undefined,
    asTheyCome: options.asTheyCome ?? 'As listed',
    columns,
    chips: counted,
    chip: chip?.value,
    /** Where nothing is found: what was searched alone, and what has more, all of it or what has the words. */
    searchedOnly: isNothingFound && chip?.value !== 'all' ? chip?.label : undefined,
    wider,
    choose: (value: string) => write('show', value === first?.value ? '' : value),
    sortBy: ({ key, down: falls }: Sorting) =>
      write('sort', key === order?.key && falls === order.down ? '' : `${falls ? '-' : ''}${key}`),
    ...ticks,
  };
}

export type List<Row extends object> = ReturnType<typeof useList<Row>>;

/** What the address says of the order, such as `-balance`; nothing where no column has that name any more. */
function sortingOf<Row>(text: string | null, columns: readonly ListColumn<Row>[]): Sorting | undefined {
  const down = text?.startsWith('-') ?? false;
  const key = down ? text?.slice(1) : text;
  return key && columns.some((column) => column.key === key && column.sort) ? { key, down } : undefined;
}
