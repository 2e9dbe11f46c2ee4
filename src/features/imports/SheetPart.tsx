import { useEffect, useRef } from 'react';
import {
  IMPORT_TABLE_NAMES,
  IMPORT_TABLES,
  importColumns,
  type ImportTable,
} from '../../../contract/imports/importTables.ts';
import type { SheetPreview } from '../../../contract/imports/importPreview.ts';
import type { SheetCorrection } from '../../../contract/imports/imports.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { LeftOut } from './LeftOut.tsx';
import { RowTable } from './RowTable.tsx';
import { SheetErrors } from './SheetErrors.tsx';
import { byCause, namedLines, rowIdOf, sheetIdOf, sheetName } from './errorPlaces.ts';

interface SheetPartProps {
  preview: SheetPreview;
  /** Its place among the sheets. */
  place: number;
  /** The line whose row takes the focus. */
  goTo: number | undefined;
  onGoTo: (line: number | undefined) => void;
  /** What a manager said of it, which the preview follows. */
  correction: SheetCorrection | null | undefined;
  disabled: boolean;
  onCorrect: (correction: SheetCorrection) => void;
  onMend: (column: string, texts: ReadonlyMap<number, string>) => void;
  /** The lines that a person left out. */
  ownLeftOut: ReadonlySet<number>;
  onLeaveOut: (lines: readonly number[]) => void;
  onBringBack: (line: number) => void;
}

/** One sheet: what it contains, in which columns, what is wrong with it, and its rows. */
export function SheetPart(props: SheetPartProps) {
  const { preview, place, goTo, onGoTo, correction, disabled, onCorrect } = props;
  const { onMend, ownLeftOut, onLeaveOut, onBringBack } = props;
  const { rows, errors } = preview;
  const table = correction ? correction.table : preview.table;
  const columns = correction?.columns ?? preview.columns;
  const name = sheetName(preview);
  const causes = byCause(errors);
  // What is pressed there goes with its error.
  const keepFocus = () => document.getElementById(sheetIdOf(place))?.focus({ preventScroll: true });
  return (
    <section aria-label={name} id={sheetIdOf(place)} tabIndex={-1} className="flex flex-col gap-4">
      <Card title={name}>
        {preview.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {table === null && !correction && preview.notes.length === 0 && (
          <Banner type="warning">Its headings do not say what this sheet contains. Please choose it.</Banner>
        )}
        <div className="max-w-sm">
          <Select
            label="This sheet contains"
            value={table ?? ''}
            disabled={disabled}
            // The columns of another table are matched again, by the headings.
            onChange={({ target }) => onCorrect({ table: tableOf(target.value) })}
          >
            <option value="">Nothing to import</option>
            {IMPORT_TABLE_NAMES.map((each) => (
              <option key={each} value={each}>
                {IMPORT_TABLES[each].title}
              </option>
            ))}
          </Select>
        </div>
        {table && <Columns {...{ preview, table, columns, disabled, onCorrect }} />}
        {errors.length > 0 && (
          <SheetErrors
            {...{ causes, table, rows, disabled }}
            onMend={(...cells) => {
              keepFocus();
              onMend(...cells);
            }}
            onLeaveOut={(lines) => {
              keepFocus();
              onLeaveOut(lines);
            }}
            count={errors.length}
            onShow={onGoTo}
          />
        )}
        {preview.table && rows.length + preview.left_out.length > 0 && (
          <LeftOut {...{ preview, disabled, onBringBack }} own={ownLeftOut} />
        )}
      </Card>
      {preview.table && rows.length > 0 && (
        <RowTable
          caption={`Rows of ${name}`}
          table={preview.table}
          rowId={(line) => rowIdOf(place, line)}
          {...{ rows, goTo, onGoTo }}
          linked={namedLines(causes)}
        />
      )}
    </section>
  );
}

interface ColumnsProps extends Pick<SheetPartProps, 'preview' | 'disabled' | 'onCorrect'> {
  table: ImportTable;
  columns: Record<string, number | null>;
}

/** Which column of the sheet is which, with a chance to correct it. */
function Columns({ preview, table, columns, disabled, onCorrect }: ColumnsProps) {
  const { headings, rows, errors } = preview;
  const found = Object.values(columns).filter((place) => place !== null).length;
  const names = Object.entries(importColumns(table));
  const unused = headings.filter(
    (heading, place) => heading !== '' && !Object.values(columns).includes(place),
  );
  // Open where a column is missing, since no row can be read then; and it stays as somebody who works in it left it.
  const needsColumn = rows.length === 0 && errors.length > 0;
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (needsColumn && details.current) details.current.open = true;
  }, [needsColumn]);
  return (
    <details ref={details} className="group">
      <summary className="-mx-2 min-h-11 cursor-pointer rounded-control px-2 py-2.5 font-semibold">
        Columns: {found} of {names.length} found
        {unused.length > 0 && (
          <span className="font-normal text-muted"> · not used: {unused.join(', ')}</span>
        )}
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-2 sm:grid-cols-2 lg:grid-cols-3">
        {names.map(([name, { label, required }]) => (
          <Select
            key={name}
            label={label}
            required={required}
            disabled={disabled}
            value={columns[name] ?? ''}
            onChange={({ target }) => {
              const place = target.value === '' ? null : Number(target.value);
              // A column of the sheet is one thing alone.
              const others = Object.entries(columns).filter(([, taken]) => taken !== place);
              onCorrect({ table, columns: { ...Object.fromEntries(others), [name]: place } });
            }}
          >
            <option value="">Not in this sheet</option>
            {headings.map((heading, place) => (
              <option key={place} value={place}>
                {heading || `Column ${place + 1}`}
              </option>
            ))}
          </Select>
        ))}
      </div>
    </details>
  );
}

function tableOf(value: string): ImportTable | null {
  return IMPORT_TABLE_NAMES.find((table) => table === value) ?? null;
}
