import { useLayoutEffect, useRef, useState } from 'react';
import { importColumns } from '../../../contract/imports/importTables.ts';
import type { SheetPreview } from '../../../contract/imports/importPreview.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { errorsText, MOST_LINES, SHOWN_CAUSES, type Cause } from './errorPlaces.ts';

interface SheetErrorsProps extends Pick<SheetPreview, 'table' | 'rows'> {
  causes: readonly Cause[];
  /** How many errors they are of. */
  count: number;
  disabled: boolean;
  /** Takes the texts of some cells of a column, by their lines. */
  onMend: (column: string, texts: ReadonlyMap<number, string>) => void;
  onLeaveOut: (lines: readonly number[]) => void;
  /** Goes to the row of a line. */
  onShow: (line: number) => void;
}

/** What is wrong with the rows of a sheet, by its cause, and a way to correct a cell or to leave the rows out here. */
export function SheetErrors({ causes, count, rows, ...mending }: SheetErrorsProps) {
  const { table } = mending;
  const [all, setAll] = useState(false);
  const shown = all ? causes : causes.slice(0, SHOWN_CAUSES);
  const isRow = (line: number) => rows.some((row) => row.line === line);
  return (
    <div className="flex flex-col gap-2 rounded-control bg-danger-soft px-[min(1rem,4vw)] py-3 text-danger">
      <h3 className="font-semibold">{errorsText(count)}</h3>
      <ul className="flex list-disc flex-col gap-1 pl-[min(1.25rem,5vw)]">
        {shown.map(({ lines, column, message }) => (
          <li key={`${lines[0]} ${column} ${message}`} className="wrap-anywhere">
            <span className="font-semibold">
              {placesOf(lines)}
              {column !== null && table && `, ${importColumns(table)[column]?.label ?? column}`}:
            </span>{' '}
            {message}
            {lines.every(isRow) && (
              <Mending
                {...{ lines, column, ...mending }}
                valuesOf={(line) => rows.find((row) => row.line === line)?.values ?? {}}
              />
            )}
          </li>
        ))}
      </ul>
      {shown.length < causes.length && (
        <div>
          <Button variant="secondary" onClick={() => setAll(true)}>
            Show all errors
          </Button>
        </div>
      )}
    </div>
  );
}

interface MendingProps extends Omit<SheetErrorsProps, 'causes' | 'count' | 'rows'> {
  lines: Cause['lines'];
  column: string | null;
  /** What the row of a line contains, by column. */
  valuesOf: (line: number) => Readonly<Record<string, string>>;
}

/** Cells are corrected, or the rows are left out. Of many lines the first ones are, and then those that are left. */
function Mending(props: MendingProps) {
  const { lines, column, table, valuesOf, disabled, onMend, onLeaveOut, onShow } = props;
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>();
  const input = useRef<HTMLInputElement>(null);
  const opened = typed !== undefined;
  // It stands where the button was that had the focus.
  useLayoutEffect(() => {
    if (!opened) return;
    input.current?.focus();
    input.current?.select();
  }, [opened]);
  const [line] = lines;
  const place = placesOf(lines);
  const label = column !== null && table ? (importColumns(table)[column]?.label ?? column) : '';
  if (typed !== undefined && column !== null) {
    const mended = lines.slice(0, MOST_LINES);
    const valueOf = (each: number) => valuesOf(each)[column] ?? '';
    return (
      <form
        className="flex flex-col items-start gap-3 py-2 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          onMend(column, new Map([...typed].filter(([each, text]) => text !== valueOf(each))));
        }}
      >
        <div className="grid w-full grid-cols-1 gap-3 sm:grid-cols-2">
          {mended.map((each) => (
            <Field
              key={each}
              ref={each === line ? input : undefined}
              label={`${label} in line ${numberText(each)}`}
              help={column === 'unit_number' ? undefined : unitOf(valuesOf(each))}
              value={typed.get(each) ?? valueOf(each)}
              maxLength={300}
              autoComplete="off"
              onChange={({ target }) => setTyped(new Map(typed).set(each, target.value))}
            />
          ))}
        </div>
        <Button type="submit" variant="secondary" disabled={disabled}>
          {mended.length === 1 ? 'Use this' : 'Use these'}
        </Button>
      </form>
    );
  }
  return (
    <span className="flex flex-wrap gap-x-3">
      {column !== null && (
        <Button
          variant="quiet"
          disabled={disabled}
          aria-label={`Correct here: ${label} in ${place.toLowerCase()}`}
          onClick={() => setTyped(new Map())}
        >
          Correct here
        </Button>
      )}
      <Button
        variant="quiet"
        disabled={disabled}
        aria-label={`Leave out ${place.toLowerCase()}`}
        onClick={() => onLeaveOut(lines)}
      >
        Leave out
      </Button>
      <Button variant="quiet" onClick={() => onShow(line)}>
        Show line {numberText(line)}
      </Button>
    </span>
  );
}

const unitOf = ({ unit_number }: Readonly<Record<string, string>>) =>
  unit_number === undefined ? undefined : `Unit ${unit_number}`;

/** "Line 3", "Lines 3, 5 and 8", or "12 rows" with the first of them. */
function placesOf(lines: readonly number[]): string {
  const texts = lines.slice(0, MOST_LINES).map((line) => numberText(line));
  if (texts.length < 2) return `Line ${texts[0] ?? ''}`;
  if (lines.length > MOST_LINES) return `${numberText(lines.length)} rows, from line ${texts[0]} on`;
  return `Lines ${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
