import { useState } from 'react';
import {
  IMPORT_TABLE_NAMES,
  IMPORT_TABLES,
  importColumns,
  type ImportTable,
} from '../../../contract/imports/importTables.ts';
import type { SheetCorrection, SheetPreview } from '../../../contract/imports/imports.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { RowTable } from './RowTable.tsx';
import { rowIdOf, sheetIdOf, sheetName } from './errorLinks.ts';

interface SheetPartProps {
  preview: SheetPreview;
  /** Its place among the sheets. */
  place: number;
  /** The lines of the errors that have a link. */
  linked: ReadonlySet<number>;
  /** The line whose row takes the focus. */
  goTo: number | undefined;
  onGoTo: (line: number | undefined) => void;
  /** What a manager said of it, which the preview follows. */
  correction: SheetCorrection | null | undefined;
  disabled: boolean;
  onCorrect: (correction: SheetCorrection) => void;
}

/** One sheet: what it contains, in which columns, what is wrong with it, and its rows. */
export function SheetPart(props: SheetPartProps) {
  const { preview, place, linked, goTo, onGoTo, correction, disabled, onCorrect } = props;
  const { rows, errors } = preview;
  const { table, columns } = correction ?? preview;
  const name = sheetName(preview);
  return (
    <section aria-label={name} id={sheetIdOf(place)} tabIndex={-1} className="flex flex-col gap-4">
      <Card title={name}>
        {table === null && !correction && (
          <Banner type="warning">Its headings do not say what this sheet contains. Please choose it.</Banner>
        )}
        <div className="max-w-sm">
          <Select
            label="This sheet contains"
            value={table ?? ''}
            disabled={disabled}
            // The columns of another table are matched again.
            onChange={({ target }) =>
              onCorrect({ table: tableOf(target.value), columns: columnsOf(columns, tableOf(target.value)) })
            }
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
        {errors.length > 0 && <Errors errors={errors} table={table} />}
      </Card>
      {preview.table && rows.length > 0 && (
        <RowTable
          caption={`Rows of ${name}`}
          table={preview.table}
          rowId={(line) => rowIdOf(place, line)}
          {...{ rows, linked, goTo, onGoTo }}
        />
      )}
    </section>
  );
}

interface ColumnsProps extends Pick<SheetPartProps, 'preview' | 'disabled' | 'onCorrect'> {
  table: ImportTable;
  columns: SheetCorrection['columns'];
}

/** Which column of the sheet is which, with a chance to correct it. */
function Columns({ preview, table, columns, disabled, onCorrect }: ColumnsProps) {
  const { headings, rows, errors } = preview;
  const found = Object.values(columns).filter((place) => place !== null).length;
  const names = Object.entries(importColumns(table));
  const unused = headings.filter(
    (heading, place) => heading !== '' && !Object.values(columns).includes(place),
  );
  return (
    // Open where a column is missing, since no row can be read then.
    <details open={rows.length === 0 && errors.length > 0} className="group">
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

/** More are shown when asked for. */
const SHOWN = 20;

function Errors({ errors, table }: Pick<SheetPreview, 'errors' | 'table'>) {
  const [all, setAll] = useState(false);
  const shown = all ? errors : errors.slice(0, SHOWN);
  return (
    <div className="flex flex-col gap-2 rounded-control bg-danger-soft px-4 py-3 text-danger">
      <h3 className="font-semibold">
        {errors.length === 1 ? '1 error' : `${errors.length.toLocaleString('en-US')} errors`}
      </h3>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {shown.map(({ line, column, message }, index) => (
          <li key={index} className="wrap-anywhere">
            <span className="font-semibold">
              Line {line.toLocaleString('en-US')}
              {column !== null && table && `, ${importColumns(table)[column]?.label ?? column}`}:
            </span>{' '}
            {message}
          </li>
        ))}
      </ul>
      {shown.length < errors.length && (
        <div>
          <Button variant="secondary" onClick={() => setAll(true)}>
            Show all errors
          </Button>
        </div>
      )}
    </div>
  );
}

function tableOf(value: string): ImportTable | null {
  return IMPORT_TABLE_NAMES.find((table) => table === value) ?? null;
}

/** The columns that a table shares with the one that was matched, such as the unit. */
function columnsOf(
  columns: SheetCorrection['columns'],
  table: ImportTable | null,
): SheetCorrection['columns'] {
  if (!table) return {};
  return Object.fromEntries(Object.entries(columns).filter(([name]) => name in importColumns(table)));
}
