import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { ImportCounts, ImportPreview } from './importPreview.ts';
import { IMPORT_TABLE_NAMES } from './importTables.ts';
import { monthOf } from '../values/calendar.ts';
import { PRORATIONS } from '../leases/leaseSchedule.ts';
import type { Route } from '../http/route.ts';
import { givenDay, isStorable, UNSTORABLE } from '../values/text.ts';

/** Of one import. */
export const MAX_SHEET_FILES = 10;
/** Of one file as it is sent: 5 MiB. */
export const MAX_SHEET_BYTES = 5 * 1024 * 1024;
/** The same, as people are told. */
export const MAX_SHEET_SIZE = `${MAX_SHEET_BYTES / 1024 / 1024} MB`;
/** Of all sheets of one import together. */
export const MAX_IMPORT_ROWS = 10_000;

/** Which part of a date such as 03/04/2026 comes first. */
export const DATE_ORDERS = ['month_first', 'day_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** What the bytes of a text file mean, where they are not Unicode. */
export const ENCODINGS = ['windows-1252', 'macintosh', 'cp437'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const TABLE = 'A sheet contains units, people, balances, meters or a rent roll.';
const ANSWER = 'An answer is a text of at most 300 characters.';
const ROWS = 'Rows that are left out are a list of sheets and lines.';
const CELLS = 'Corrected cells are a list of at most 1,000.';
const MONTH = 'Please choose the first month that is charged.';
const DUE_DAY = 'The due day is a whole number from 1 to 31.';

/** What a sheet contains, and in which of its columns, where that is not what its headings say. */
const SheetCorrection = lazySchema(() =>
  z.object({
    /** Null for a sheet that is left out. */
    table: z.nullable(z.enum(IMPORT_TABLE_NAMES, TABLE)),
    /**
     * The place of each column in the sheet, from 0; null for a column that the sheet does not have. Without them the headings say
     * which column is which of the table.
     */
    columns: z.optional(
      z.record(
        z.string(),
        z.nullable(z.int('A column is a whole number.').check(z.minimum(0, 'A column is 0 or more.'))),
      ),
    ),
  }),
);
export type SheetCorrection = z.infer<typeof SheetCorrection>;

const RowPlace = lazySchema(() =>
  z.object(
    {
      /** The sheet's place among the sheets of the preview, from 0. */
      sheet: z.int(ROWS),
      line: z.int(ROWS),
    },
    ROWS,
  ),
);

const storable = () => z.refine<string>(isStorable, UNSTORABLE);

const MendedCell = lazySchema(() =>
  z.object(
    {
      sheet: z.int(CELLS),
      line: z.int(CELLS),
      /** The name of the column. */
      column: z.string(CELLS).check(z.maxLength(100, CELLS), storable()),
      text: z
        .string(CELLS)
        .check(z.maxLength(300, 'A corrected cell has at most 300 characters.'), storable()),
    },
    CELLS,
  ),
);
export type MendedCell = z.infer<typeof MendedCell>;

/** The files' sheets are corrected in their order, each file's in its own; without corrections the headings decide. */
export const ImportOptions = lazySchema(() =>
  z.object({
    sheets: z.optional(
      z
        .array(z.nullable(SheetCorrection), 'sheets is a list.')
        .check(z.maxLength(100, 'There are too many sheets.')),
    ),
    /** Without it a date that can be read in two ways is refused. */
    date_order: z.optional(z.enum(DATE_ORDERS, 'Please say whether the month or the day comes first.')),
    /** The first month that new leases charge, where their rows do not say it; next month by default. */
    from_month: z.optional(givenDay(MONTH).check(z.refine<string>((day) => day === monthOf(day), MONTH))),
    due_day: z._default(z.int(DUE_DAY).check(z.minimum(1, DUE_DAY), z.maximum(31, DUE_DAY)), 1),
    proration: z._default(z.enum(PRORATIONS, 'Please choose a proration.'), PRORATIONS[0]),
    /** The day of opening balances whose rows have none; by default that of the title above them, or today. */
    balances_on: z.optional(givenDay('Please choose the day of the opening balances.')),
    /** By the id of a question of the preview, or of an input of it. */
    answers: z.optional(
      z.record(z.string(), z.string(ANSWER).check(z.maxLength(300, ANSWER), storable()), ANSWER),
    ),
    /** Rows that are left out although they could be imported. */
    left_out: z.optional(z.array(RowPlace, ROWS).check(z.maxLength(MAX_IMPORT_ROWS, ROWS))),
    /** Cells that are corrected here instead of in the file. */
    cells: z.optional(z.array(MendedCell, CELLS).check(z.maxLength(1000, CELLS))),
  }),
);
export type ImportOptions = z.output<typeof ImportOptions>;

export const Imported = lazySchema(() => z.object({ message: z.string(), adds: ImportCounts }));
export type Imported = z.infer<typeof Imported>;

const form = { sheets: 'files', json: ['sheets', 'due_day', 'answers', 'left_out', 'cells'] } as const;
const refuses = [
  '400 no file, or one that is no CSV file and no .xlsx or .ods spreadsheet',
  '413 a file larger than 5 MB, a workbook that unpacks to more than 50 MB, or more than 10,000 rows or 20 MB of text in all files',
  '503 other imports are read just now, and as many wait as may',
];

/** The calls by which managers bring a community's records from spreadsheets. */
export const importRoutes = {
  previewImport: {
    method: 'POST',
    path: '/imports/preview',
    who: 'manager',
    offline: 'refuse',
    summary:
      'What an import of these files would add, with each error by line and column. Nothing is stored.',
    body: ImportOptions,
    multipart: form,
    unkeyed: 'it changes nothing',
    answer: ImportPreview,
    refuses,
  },
  importRecords: {
    method: 'POST',
    path: '/imports',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Adds the properties, units, people, leases, opening balances and meters of these files: all or nothing. What is there already stays as it is.',
    body: ImportOptions,
    multipart: form,
    status: 201,
    answer: Imported,
    refuses: [...refuses, '400 `import_errors` with the preview in `detail`: the files have errors'],
  },
} as const satisfies Record<string, Route>;
