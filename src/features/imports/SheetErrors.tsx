import { useState } from 'react';
import { importColumns } from '../../../contract/imports/importTables.ts';
import type { ImportError, SheetPreview } from '../../../contract/imports/importPreview.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';

/** More are shown when asked for. */
const SHOWN = 20;
/** As many lines of one cause are named. */
const MOST_LINES = 8;

interface SheetErrorsProps extends Pick<SheetPreview, 'errors' | 'table' | 'rows'> {
  disabled: boolean;
  onMend: (line: number, column: string, text: string) => void;
  onLeaveOut: (lines: readonly number[]) => void;
}

/** What is wrong with the rows of a sheet, by its cause, and a way to correct a cell or to leave the rows out here. */
export function SheetErrors({ errors, table, rows, disabled, onMend, onLeaveOut }: SheetErrorsProps) {
  const [all, setAll] = useState(false);
  const groups = byCause(errors);
  const shown = all ? groups : groups.slice(0, SHOWN);
  const isRow = (line: number) => rows.some((row) => row.line === line);
  return (
    <div className="flex flex-col gap-2 rounded-control bg-danger-soft px-4 py-3 text-danger">
      <h3 className="font-semibold">
        {errors.length === 1 ? '1 error' : `${errors.length.toLocaleString('en-US')} errors`}
      </h3>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {shown.map(({ lines, column, message }) => (
          <li key={`${lines[0]} ${column} ${message}`} className="wrap-anywhere">
            <span className="font-semibold">
              {placesOf(lines)}
              {column !== null && table && `, ${importColumns(table)[column]?.label ?? column}`}:
            </span>{' '}
            {message}
            {lines.every(isRow) && (
              <Mending
                {...{ lines, column, table, disabled, onMend, onLeaveOut }}
                value={rows.find((row) => row.line === lines[0])?.values[column ?? ''] ?? ''}
              />
            )}
          </li>
        ))}
      </ul>
      {shown.length < groups.length && (
        <div>
          <Button variant="secondary" onClick={() => setAll(true)}>
            Show all errors
          </Button>
        </div>
      )}
    </div>
  );
}

interface MendingProps extends Pick<SheetErrorsProps, 'table' | 'disabled' | 'onMend' | 'onLeaveOut'> {
  lines: readonly number[];
  column: string | null;
  value: string;
}

/** A cell is corrected, or the rows are left out. */
function Mending({ lines, column, table, value, disabled, onMend, onLeaveOut }: MendingProps) {
  const [typed, setTyped] = useState<string>();
  const [line] = lines;
  if (line === undefined) return null;
  const place = placesOf(lines);
  const label = column !== null && table ? (importColumns(table)[column]?.label ?? column) : '';
  if (typed !== undefined && column !== null) {
    return (
      <form
        className="flex flex-wrap items-end gap-3 py-2 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          onMend(line, column, typed);
        }}
      >
        <Field
          label={`${label} in line ${line}`}
          value={typed}
          maxLength={300}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" variant="secondary" disabled={disabled}>
          Use this
        </Button>
      </form>
    );
  }
  return (
    <span className="flex flex-wrap gap-x-3">
      {column !== null && lines.length === 1 && (
        <Button
          variant="quiet"
          disabled={disabled}
          aria-label={`Correct ${label} in line ${line}`}
          onClick={() => setTyped(value)}
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
    </span>
  );
}

interface Cause extends Omit<ImportError, 'line'> {
  lines: number[];
}

/** Errors with the same words at the same column are one, of several lines. */
function byCause(errors: readonly ImportError[]): Cause[] {
  const causes = new Map<string, Cause>();
  for (const { line, column, message } of errors) {
    const key = `${column}\n${message}`;
    const cause = causes.get(key) ?? { column, message, lines: [] };
    if (!cause.lines.includes(line)) cause.lines.push(line);
    causes.set(key, cause);
  }
  return [...causes.values()];
}

/** "Line 3", "Lines 3, 5 and 8", or "12 rows" with the first of them. */
function placesOf(lines: readonly number[]): string {
  const texts = lines.slice(0, MOST_LINES).map((line) => line.toLocaleString('en-US'));
  if (texts.length < 2) return `Line ${texts[0] ?? ''}`;
  if (lines.length > MOST_LINES)
    return `${lines.length.toLocaleString('en-US')} rows, from line ${texts[0]} on`;
  return `Lines ${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
