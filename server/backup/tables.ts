import sqlTag, { raw, type Sql as Part } from 'sql-template-tag';
import type { Sql } from '../database/database.ts';

export interface Table {
  name: string;
  columns: { name: string; type: string }[];
}

/** What every database makes for itself, or tells in another place. */
const LEFT_OUT = 'schema_migrations';

/** The tables with the columns that are stored rather than computed. */
export function tablesOf(sql: Sql): Promise<Table[]> {
  return sql<Table>`
    select pg_class.relname as name, json_agg(json_build_object(
      'name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> ${LEFT_OUT}
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by pg_class.relname order by pg_class.relname`;
}

/** A name as SQL text. */
export function identifier(name: string): Part {
  return raw(`"${name.replaceAll('"', '""')}"`);
}

/** How many rows are held at once. */
const AT_ONCE = 200;

/** The rows of a table a batch at a time, each row as one line of JSON, read by a cursor of the transaction. */
export async function* linesOf(sql: Sql, { name, columns }: Table): AsyncGenerator<string[]> {
  const texts = columns.map((column) => sqlTag`${identifier(column.name)}::text`);
  const row = texts.reduce((list, text) => sqlTag`${list}, ${text}`);
  await sql`declare lines no scroll cursor for
    select json_build_array(${row})::text as line from ${identifier(name)}`;
  for (;;) {
    const rows = await sql<{ line: string }>`fetch ${raw(String(AT_ONCE))} from lines`;
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close lines`;
}

/** Puts lines into a table as they were, ids and all. */
export async function insertLines(sql: Sql, { name, columns }: Table, lines: string[]): Promise<void> {
  const names = columns
    .map((column) => identifier(column.name))
    .reduce((list, each) => sqlTag`${list}, ${each}`);
  const values = columns
    .map(({ type }, index) => raw(`(line ->> ${index})::${type}`))
    .reduce((list, each) => sqlTag`${list}, ${each}`);
  await sql`
    insert into ${identifier(name)} (${names}) overriding system value
    select ${values} from json_array_elements(${`[${lines.join(',')}]`}::json) as line`;
}

interface Reference {
  of: string;
  name: string;
  definition: string;
}

/**
 * Runs work that fills the tables in any order and without their triggers: references are taken away and put back,
 * which checks them all, and what triggers would write is in the rows already.
 */
export async function withoutRules(
  sql: Sql,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> {
  const references = await sql<Reference>`
    select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`;
  for (const { of, name } of references) {
    await sql`alter table ${raw(of)} drop constraint ${identifier(name)}`;
  }
  for (const { name } of tables) await sql`alter table ${identifier(name)} disable trigger user`;
  await work();
  for (const { name } of tables) await sql`alter table ${identifier(name)} enable trigger user`;
  for (const { of, name, definition } of references) {
    await sql`alter table ${raw(of)} add constraint ${identifier(name)} ${raw(definition)}`;
  }
}
