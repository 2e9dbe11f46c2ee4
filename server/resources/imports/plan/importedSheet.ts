import { createHash } from 'node:crypto';
import { importColumns, type ImportTable } from '../../../../contract/imports/importTables.ts';
import type { ImportError, LeftOut, SheetPreview } from '../../../../contract/imports/importPreview.ts';
import type { ImportOptions } from '../../../../contract/imports/imports.ts';
import { columnStyles } from '../cells/columnStyles.ts';
import { namesIn } from '../cells/names.ts';
import { findHeadings } from '../columns/findHeadings.ts';
import { layRows, type LaidRow } from '../columns/layRows.ts';
import { matchColumns, type Matched } from '../columns/matchColumns.ts';
import { plain } from '../columns/headingColumns.ts';
import { titleOf } from '../columns/titles.ts';
import { isFilled, textOf, type Sheet } from '../files/sheet.ts';
import type { RememberedSheets } from '../rememberedSheets.ts';
import { ImportedRow, type SheetContext } from './importedRow.ts';
import type { Questions } from './questions.ts';
import { inSteps, pause, withPauses } from '../withPauses.ts';

/** A sheet with what it contains, and its rows that are records. */
export interface ImportedSheet extends Pick<SheetPreview, 'lines' | 'notes'> {
  sheet: Sheet;
  /** Identifies its headings. */
  key: string;
  matched: Matched;
  rows: ImportedRow[];
  leftOut: LeftOut[];
  /** What is wrong with the sheet as a whole. */
  errors: ImportError[];
}

interface Reading {
  place: number;
  options: ImportOptions;
  questions: Questions;
  firstMonth: string;
  propertyOf: SheetContext['propertyOf'];
  /** The property of rows that name none, as a person or a title that is a property's name says. */
  unsaidProperty: (title: string | undefined) => string;
  rememberedSheets: RememberedSheets;
  /** The sheet's name, where it is that of a property. */
  propertyOfSheet: string | undefined;
}

/** Reads what a sheet contains: its headings, its columns, and of its rows which are records. */
export async function importedSheet(sheet: Sheet, reading: Reading): Promise<ImportedSheet> {
  const { place, options, questions, firstMonth, propertyOf, propertyOfSheet, rememberedSheets } = reading;
  const key = keyOf(findHeadings(sheet).headings);
  const correction = options.sheets?.[place] ?? null;
  const before = rememberedSheets.get(key)?.correction ?? null;
  const matched = matchColumns(sheet, correction ?? before);
  const { table } = matched;
  const notes = notesOf(sheet, matched);
  if (!correction && before) notes.push('Its columns are those of the last import of such a sheet.');
  const within = sheet.lines - sheet.rows.length;
  const lines = { all: sheet.lines, headings: matched.rows, empty: 0, within };
  if (!table) return { sheet, key, matched, rows: [], leftOut: [], errors: [], lines, notes };
  askForColumns(sheet, matched, { place, key, questions });
  const errors: ImportError[] = missingColumns(table, matched).map((error) => ({
    line: matched.row + matched.rows,
    ...error,
  }));
  if (errors.length > 0) return { sheet, key, matched, rows: [], leftOut: [], errors, lines, notes };
  const laid = await inSteps(layRows(sheet, matched));
  const property =
    matched.columns.property_name === undefined ? (propertyOfSheet ?? laid.property) : undefined;
  if (property !== undefined) notes.push(`The property is ${property}.`);
  // What the parser could not be sure of is told also where it is no record.
  const records = new Set(laid.rows.map(({ line }) => line));
  for (const { line, message } of sheet.problems) {
    if (!records.has(line)) errors.push({ line, column: null, message });
  }
  const cells = laid.rows.map((row) => row.cells);
  const context: SheetContext = {
    place,
    table,
    key,
    firstMonth,
    width: matched.headings.length,
    columns: matched.columns,
    styles: await inSteps(columnStyles(cells, matched)),
    from1904: sheet.from1904,
    order: options.date_order,
    title: titleOf(sheet, matched),
    propertyOf: matched.columns.address === undefined ? propertyOf : (text) => ({ name: text, address: '' }),
  };
  await pause();
  context.styles.names ??= askForNames(laid.rows, matched, { place, key, questions });
  const { kept, leftOut } = leaveOut(laid.rows, place, options);
  // A table of units makes them in the property that it names alone.
  const answered = table === 'units' ? '' : reading.unsaidProperty(context.title);
  const rows = await importedRows(kept, context, { sheet, options, property, answered });
  return {
    sheet,
    key,
    matched,
    rows,
    leftOut: [...laid.leftOut, ...leftOut].sort((a, b) => a.line - b.line),
    errors,
    lines: { ...lines, empty: laid.empty },
    notes,
  };
}

const TOO_WIDE =
  'This row has more cells than there are headings. A separator within a cell may stand without quotation marks.';

/** The rows of a sheet, with the cells that a person corrected on screen. */
async function importedRows(
  laid: readonly LaidRow[],
  context: SheetContext,
  {
    sheet,
    options,
    property = '',
    answered,
  }: { sheet: Sheet; options: ImportOptions; property: string | undefined; answered: string },
): Promise<ImportedRow[]> {
  const mended = new Map<number, Map<string, string>>();
  for (const { sheet: place, line, column, text } of options.cells ?? []) {
    if (place === context.place)
      mended.set(line, (mended.get(line) ?? new Map<string, string>()).set(column, text));
  }
  const problems = new Map(sheet.problems.map((problem) => [problem.line, problem.message]));
  const width = sheet.sheet === null ? context.width : Infinity;
  const rows: ImportedRow[] = [];
  for await (const { line, cells, group } of withPauses(laid)) {
    const row = new ImportedRow(line, cells, context, {
      mended: mended.get(line) ?? new Map<string, string>(),
      property: group ?? property,
      answered,
    });
    const isTooWide = cells.some((cell, place) => place >= width && isFilled(cell));
    const problem = problems.get(line) ?? (isTooWide ? TOO_WIDE : undefined);
    if (problem !== undefined) {
      row.wrong(null, problem);
      row.isUnreadable = true;
    }
    rows.push(row);
  }
  return rows;
}

/** The rows that a person leaves out, and the others. */
function leaveOut(rows: readonly LaidRow[], place: number, { left_out = [] }: ImportOptions) {
  const lines = new Set(left_out.filter(({ sheet }) => sheet === place).map(({ line }) => line));
  const leftOut = rows.flatMap(({ line, cells }) =>
    lines.has(line) ? [{ line, text: shownCells(cells), reason: 'You left it out.' }] : [],
  );
  return { kept: rows.filter(({ line }) => !lines.has(line)), leftOut };
}

/** Asks which of several columns is meant that say they are the same, and takes the answer. */
function askForColumns(sheet: Sheet, matched: Matched, { place, key, questions }: Asking): void {
  const { headings, table, claims, columns, row, rows } = matched;
  for (const { column, places } of claims) {
    const label = (table && importColumns(table)[column]?.label) ?? column;
    const answer = questions.choose({
      id: `column:${key}:${column}`,
      sheet: place,
      text: `Which column is “${label}”?`,
      choices: [
        ...places.map((each) => ({
          value: String(each),
          label: headings[each] || `Column ${each + 1}`,
          examples: sheet.rows
            .slice(row + rows)
            .map((cells) => textOf(cells[each]))
            .filter((text) => text !== ''),
        })),
        { value: 'none', label: 'None of these' },
      ],
    });
    if (answer !== undefined && answer !== 'none') columns[column] = Number(answer);
  }
}

interface Asking {
  place: number;
  key: string;
  questions: Questions;
}

/** Asks how names with a comma are meant, where that is not sure and the column does not tell. */
function askForNames(rows: readonly LaidRow[], { columns }: Matched, { place, key, questions }: Asking) {
  const column = columns.full_name;
  if (column === undefined) return undefined;
  const unsure = rows
    .map(({ cells }) => textOf(cells[column]))
    .filter((text) => namesIn(text, undefined).isUnsure);
  if (unsure.length === 0) return undefined;
  const answer = questions.choose({
    id: `names:${key}`,
    sheet: place,
    text: 'How are names with a comma written in this sheet?',
    choices: [
      { value: 'first_last', label: 'Several people, each with the first name first', examples: unsure },
      { value: 'last_first', label: 'One person, with the last name first', examples: unsure },
    ],
  });
  return answer === 'first_last' || answer === 'last_first' ? answer : undefined;
}

/** What was understood of a sheet as a whole, and is shown. */
function notesOf(sheet: Sheet, { system, table }: Matched): string[] {
  const notes: string[] = [];
  if (system !== null) {
    const article = system.endsWith('s') ? 'a list of' : /^[aeiou]/i.test(system) ? 'an' : 'a';
    notes.push(`This looks like ${article} ${system}.`);
  }
  if (sheet.isHidden && !table) notes.push('This sheet is hidden in the workbook, so it is left out.');
  const name = ENCODING_NAMES[sheet.encoding?.read ?? ''];
  if (name !== undefined) notes.push(`Its letters are read as ${name}.`);
  return notes;
}

/** The encodings of a text that are said, since they were guessed or chosen. */
export const ENCODING_NAMES: Readonly<Record<string, string>> = {
  'windows-1252': 'those of Windows',
  macintosh: 'those of an old Mac',
  cp437: 'those of MS-DOS',
};

function shownCells(cells: LaidRow['cells']): string {
  return cells
    .map(textOf)
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, 80);
}

/** Identifies headings, so that the same ones in another file have the same answers. */
function keyOf(headings: readonly string[]): string {
  return createHash('sha256').update(headings.map(plain).join('|')).digest('hex').slice(0, 16);
}

function missingColumns(table: ImportTable, { columns, claims }: Matched) {
  const has = (name: string) => name in columns || claims.some(({ column }) => column === name);
  const missing = Object.entries(importColumns(table))
    .filter(([name, { required }]) => required && !has(name))
    .map(([column, { label }]) => ({ column, message: `Please say which column is “${label}”.` }));
  const isNamed = has('full_name') || (has('first_name') && has('last_name'));
  const needsName = table === 'people' || table === 'rentRoll' || (table === 'balances' && !has('email'));
  if (needsName && !isNamed) {
    const words = table === 'balances' ? 'the people’s names or emails' : 'the people’s names';
    missing.push({ column: 'full_name', message: `Please say which columns are ${words}.` });
  }
  return missing;
}
