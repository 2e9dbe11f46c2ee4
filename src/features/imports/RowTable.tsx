import { useState, type ReactNode } from 'react';
import type { ImportTable } from '../../../contract/imports/importTables.ts';
import type { ImportRow } from '../../../contract/imports/importPreview.ts';
import { monthName } from '../../../contract/values/calendar.ts';
import { toCents, dollarText } from '../../../contract/values/money.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Email } from '../../ui/data/Email.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { timeText } from '../../ui/data/Time.tsx';
import type { Tone } from '../../ui/data/toneClasses.ts';
import { Button } from '../../ui/forms/Button.tsx';

const OUTCOMES: Record<ImportRow['outcome'], { text: string; tone: Tone }> = {
  new: { text: 'New', tone: 'success' },
  changed: { text: 'Changed', tone: 'info' },
  there: { text: 'Here already', tone: 'neutral' },
  skipped: { text: 'Left out', tone: 'neutral' },
  wrong: { text: 'Error', tone: 'danger' },
};

/** As many rows show what a sheet is like; more are shown when asked for. */
const FIRST = 10;

interface RowTableProps {
  caption: string;
  table: ImportTable;
  rows: readonly ImportRow[];
  /** The lines of errors, which are shown wherever they stand. */
  linked: ReadonlySet<number>;
  /** The id of a line's row. */
  rowId: (line: number) => string;
  /** The line whose row takes the focus. */
  goTo: number | undefined;
  onGoTo: (line: number | undefined) => void;
}

/** The rows of a sheet as they will be: at first its beginning, and the rows with an error that is told first. */
export function RowTable({ caption, table, rows, linked, rowId, goTo, onGoTo }: RowTableProps) {
  const [all, setAll] = useState(false);
  const isFirst = ({ line }: ImportRow, index: number) => index < FIRST || linked.has(line);
  // The row of an error that was told later.
  if (!all && goTo !== undefined && !rows.some((row, index) => row.line === goTo && isFirst(row, index))) {
    setAll(true);
  }
  const shown = all ? rows : rows.filter(isFirst);
  return (
    <>
      <Table
        caption={caption}
        columns={[LINE, ...COLUMNS[table], table === 'balances' ? { ...OUTCOME, width: 'w-[17%]' } : OUTCOME]}
        rows={shown}
        rowKey={({ line }) => line}
        rowId={({ line }) => rowId(line)}
        goTo={goTo === undefined ? undefined : { key: goTo, onDone: () => onGoTo(undefined) }}
        empty={<>There are no rows below the headings.</>}
      />
      {shown.length < rows.length && (
        <div>
          <Button
            variant="secondary"
            onClick={() => {
              setAll(true);
              // The button goes, and the keyboard goes on where rows were left out.
              onGoTo(rows.find((row) => !shown.includes(row))?.line);
            }}
          >
            Show all {numberText(rows.length)} rows
          </Button>
        </div>
      )}
    </>
  );
}

const LINE: Column<ImportRow> = {
  key: 'line',
  header: 'Line',
  align: 'right',
  width: 'w-20',
  cell: ({ line }) => numberText(line),
};

const OUTCOME: Column<ImportRow> = {
  key: 'outcome',
  header: 'Result',
  width: 'w-[28%]',
  cell: ({ outcome, notes }) => (
    <div className="flex flex-col items-start gap-1">
      <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].text}</Badge>
      {notes.map((note) => (
        <span key={note} className="text-sm text-muted">
          {note}
        </span>
      ))}
    </div>
  ),
};

const PERSON: Column<ImportRow> = {
  key: 'person',
  header: 'Person',
  card: 'title',
  cell: ({ values: { first_name, last_name, full_name, email, phone } }) => {
    const name = [first_name, last_name].filter(Boolean).join(' ') || full_name;
    const contact = (
      <>
        {email && <Email address={email} />}
        {phone && <span className="block">{phone}</span>}
      </>
    );
    return lines(name, (email ?? phone) && contact);
  },
};
const UNIT: Column<ImportRow> = {
  key: 'unit',
  header: 'Unit',
  cell: ({ values: { unit_number, property_name } }) => lines(unit_number, property_name),
};

const LEASE: Column<ImportRow> = {
  key: 'lease',
  header: 'Lease',
  cell: ({ values: { starts, ends, rent_amount, from_month } }) =>
    starts === undefined
      ? 'None'
      : lines(
          `${timeText(starts)} – ${ends === undefined ? 'open' : timeText(ends)}`,
          [rent_amount && dollars(rent_amount), from_month && `from ${monthText(from_month)}`]
            .filter(Boolean)
            .join(', '),
        ),
};

const isVacant = ({ values: { first_name, last_name, full_name } }: ImportRow) =>
  !first_name && !last_name && !full_name;

const COLUMNS: Record<ImportTable, Column<ImportRow>[]> = {
  units: [
    { ...UNIT, header: 'Unit', card: 'title', width: 'w-36', cell: ({ values }) => values.unit_number ?? '' },
    {
      key: 'property',
      header: 'Property',
      cell: ({ values: { property_name, address, phone_number } }) =>
        lines(property_name, [address, phone_number].filter(Boolean).join(', ')),
    },
    {
      key: 'rent',
      header: 'Monthly rent',
      align: 'right',
      width: 'w-36',
      cell: ({ values }) => dollars(values.rent_amount) || 'Not set',
    },
    { key: 'area', header: 'Area', align: 'right', cell: ({ values }) => values.area ?? 'Not set' },
    { key: 'notes', header: 'Notes', cell: ({ values }) => values.notes ?? 'None' },
  ],
  people: [PERSON, UNIT, LEASE],
  meters: [
    {
      key: 'meter',
      header: 'Meter',
      card: 'title',
      width: 'w-[22%]',
      cell: ({ values: { meter_kind, serial_number, place } }) =>
        lines([meter_kind, serial_number].filter(Boolean).join(' '), place),
    },
    UNIT,
    {
      key: 'counts',
      header: 'Counts in',
      cell: ({ values: { measure, digits, multiplier } }) =>
        lines(
          measure,
          [digits && `${digits} digits`, multiplier && `× ${multiplier}`].filter(Boolean).join(', '),
        ),
    },
    {
      key: 'first',
      header: 'First value',
      align: 'right',
      width: 'w-34',
      cell: ({ values: { first_value, installed_on } }) =>
        lines(first_value, installed_on && timeText(installed_on)),
    },
  ],
  rentRoll: [
    { ...UNIT, card: 'title', width: 'w-[18%]' },
    { ...PERSON, card: undefined, cell: (row) => (isVacant(row) ? 'Vacant' : PERSON.cell(row)) },
    LEASE,
    {
      key: 'owed',
      header: 'Balance',
      align: 'right',
      width: 'w-30',
      cell: ({ values: { amount } }) => owedText(amount),
    },
  ],
  balances: [
    { ...PERSON, width: 'w-[20%]' },
    UNIT,
    {
      key: 'day',
      header: 'Date',
      width: 'w-30',
      cell: ({ values: { effective_on } }) => effective_on && timeText(effective_on),
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'right',
      width: 'w-34',
      cell: ({ values: { amount } }) => owedText(amount),
    },
    { key: 'description', header: 'Description', cell: ({ values }) => values.description ?? 'None' },
  ],
};

function lines(first: ReactNode, second: ReactNode): ReactNode {
  return (
    <>
      {first}
      {Boolean(second) && <span className="block text-sm font-normal text-muted">{second}</span>}
    </>
  );
}

const owedText = (amount: string | undefined) =>
  amount?.startsWith('-') ? `${dollars(amount.slice(1))} credit` : dollars(amount);

/** An amount that could not be read is shown as it stands in the file. */
function dollars(amount = ''): string {
  return /^-?\d+\.\d\d$/.test(amount) ? dollarText(toCents(Number(amount)) / 100) : amount;
}

function monthText(month: string): string {
  return /^\d{4}-\d\d-01$/.test(month) ? monthName(month) : month;
}
