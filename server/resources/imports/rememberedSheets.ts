import type { SheetCorrection } from '../../../contract/imports/imports.ts';
import type { Sql } from '../../database/database.ts';

/** What was said of the sheets with some headings when they were imported. */
export interface RememberedSheet {
  correction: SheetCorrection | null;
  answers: Record<string, string>;
}

/** The same, with the key of the headings. */
export interface SaidOfSheet extends RememberedSheet {
  headings: string;
}

/** By the key of their headings. */
export type RememberedSheets = ReadonlyMap<string, RememberedSheet>;

/** As many are kept, of which those that were imported longest ago go first. */
const MOST_REMEMBERED = 200;

export async function readRememberedSheets(sql: Sql): Promise<RememberedSheets> {
  const rows = await sql<SaidOfSheet>`
    select headings, correction, answers from import_sheets`;
  return new Map(rows.map(({ headings, ...sheet }) => [headings, sheet]));
}

/** Remembers what was said of the sheets of an import, so that next month's file with the same headings is read in the same way. */
export async function rememberSheets(sql: Sql, said: readonly SaidOfSheet[]): Promise<void> {
  if (said.length === 0) return;
  await sql`
    insert into import_sheets (headings, correction, answers)
    select row.headings, row.correction, row.answers
    from jsonb_to_recordset(${said}::jsonb) as row(headings text, correction jsonb, answers jsonb)
    on conflict (headings) do update
      set correction = excluded.correction, answers = excluded.answers, saved_at = now()`;
  await sql`
    delete from import_sheets where headings not in (
      select headings from import_sheets order by saved_at desc, headings limit ${MOST_REMEMBERED}
    )`;
}
