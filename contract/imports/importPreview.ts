import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { IMPORT_TABLE_NAMES } from './importTables.ts';

/** What becomes of a row: `there` is known already, `skipped` contains nothing to import, `wrong` has an error. */
const ROW_OUTCOMES = ['new', 'changed', 'there', 'skipped', 'wrong'] as const;

const ImportRow = lazySchema(() =>
  z.object({
    /** The row of the sheet, from 1, as a spreadsheet shows it. */
    line: z.int(),
    outcome: z.enum(ROW_OUTCOMES),
    /** By column, as it will be stored: a day as `2026-05-01`, an amount as `1450.00`. */
    values: z.record(z.string(), z.string()),
    notes: z.array(z.string()),
  }),
);
export type ImportRow = z.infer<typeof ImportRow>;

const ImportError = lazySchema(() =>
  z.object({
    line: z.int(),
    /** The name of the column; null for the row as a whole. */
    column: z.nullable(z.string()),
    message: z.string(),
  }),
);
export type ImportError = z.infer<typeof ImportError>;

/** A row that is no record, such as a title or a total. */
const LeftOut = lazySchema(() =>
  z.object({
    line: z.int(),
    /** The beginning of what it contains. */
    text: z.string(),
    reason: z.string(),
  }),
);
export type LeftOut = z.infer<typeof LeftOut>;

/** What only a person can say, and which `answers` of the next call answers. */
const Question = lazySchema(() =>
  z.object({
    id: z.string(),
    /** The sheet's place; null where all files are meant. */
    sheet: z.nullable(z.int()),
    text: z.string(),
    /** One of these, with what stands in the file for it. */
    choices: z.array(z.object({ value: z.string(), label: z.string(), examples: z.array(z.string()) })),
    /** Or a text for each of these, by their own ids. */
    inputs: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        help: z.optional(z.nullable(z.string())),
        /** Whether the question is open without it. */
        is_required: z.optional(z.boolean()),
        /** What the files may say, which a person has to confirm. */
        suggestion: z.optional(z.nullable(z.string())),
        /** What is here and may be meant, such as the names of properties; another text is taken, too. */
        known: z.optional(z.array(z.string())),
        answer: z.nullable(z.string()),
      }),
    ),
    /** The value that was chosen, or would be if nobody chose; null while nothing is imported without an answer. */
    answer: z.nullable(z.string()),
  }),
);
export type Question = z.infer<typeof Question>;

const SheetPreview = lazySchema(() =>
  z.object({
    /** The name of the file. */
    file: z.string(),
    /** The name of the sheet in a workbook; null for a CSV file. */
    sheet: z.nullable(z.string()),
    /** The program whose headings these are, such as "AppFolio rent roll"; null where none is known. */
    system: z.nullable(z.string()),
    /** What the sheet contains; null where its headings do not say it, or it is left out. */
    table: z.nullable(z.enum(IMPORT_TABLE_NAMES)),
    headings: z.array(z.string()),
    /** The place of each column that was found, from 0. */
    columns: z.record(z.string(), z.int()),
    rows: z.array(ImportRow),
    /** The rows that are none of these; with `rows`, the headings' and the empty ones they are all lines of the sheet. */
    left_out: z.array(LeftOut),
    lines: z.object({
      all: z.int(),
      headings: z.int(),
      empty: z.int(),
      /** Lines that are within cells. */
      within: z.int(),
    }),
    /** What was understood of the sheet as a whole. */
    notes: z.array(z.string()),
    errors: z.array(ImportError),
  }),
);
export type SheetPreview = z.infer<typeof SheetPreview>;

/** How many records an import adds. */
export const ImportCounts = lazySchema(() =>
  z.object({
    properties: z.int(),
    units: z.int(),
    people: z.int(),
    leases: z.int(),
    entries: z.int(),
    /** People who are known already and are given their unit. */
    moved: z.int(),
    /** Left out where there are none, as a server of the version before does. */
    meters: z.optional(z.int()),
  }),
);
export type ImportCounts = z.infer<typeof ImportCounts>;

export const ImportPreview = lazySchema(() =>
  z.object({
    sheets: z.array(SheetPreview),
    /** Whether a date can be read in two ways, so that `date_order` is needed. */
    asks_date_order: z.boolean(),
    questions: z.array(Question),
    /** The first month that new leases charge. */
    from_month: z.string(),
    /** The day of opening balances whose rows have none. */
    balances_on: z.string(),
    adds: ImportCounts,
    /** Properties that are here and have no unit, also after a rent roll is imported: the first few. */
    without_units: z.optional(z.array(z.object({ id: z.int(), name: z.string() }))),
  }),
);
export type ImportPreview = z.infer<typeof ImportPreview>;
