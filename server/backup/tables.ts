import sqlTag, { raw, type Sql as SqlText } from 'sql-template-tag';
import type { Sql } from '../database/database.ts';

export interface Table {
  name: string;
  columns: { name: string; type: string }[];
}

/** A restored database has its own: the manifest lists the migrations, and no version of a list outlives its database. */
const OF_ONE_DATABASE = ['schema_migrations', 'schema_definitions', 'list_changes', 'list_changes_deleted'];
/** Photos that are on their way, as they were taken: large, with the place where that was. Phones send them again. */
const ON_THEIR_WAY = ['photo_uploads', 'photo_upload_parts'];
export const EXCLUDED_TABLES = [...OF_ONE_DATABASE, ...ON_THEIR_WAY];

/** The tables with their columns, without generated ones. */
export function readTables(sql: Sql): Promise<Table[]> {
  return sql<Table>`
    select pg_class.relname as name, json_agg(json_build_object(
      'name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> all(${EXCLUDED_TABLES}::text[])
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by pg_class.relname order by pg_class.relname`;
}

/** A name as quoted SQL text. */
export function identifier(name: string): SqlText {
  return raw(`"${name.replaceAll('"', '""')}"`);
}

const ROWS_PER_BATCH = 200;

/** The rows of a table in batches, each row as one line of JSON, read by a cursor of the transaction. */
export async function* readRows(sql: Sql, { name, columns }: Table): AsyncGenerator<string[]> {
  const texts = columns.map((column) => sqlTag`${identifier(column.name)}::text`);
  const row = texts.reduce((list, text) => sqlTag`${list}, ${text}`);
  await sql`declare lines no scroll cursor for
    select json_build_array(${row})::text as line from ${identifier(name)}`;
  for (;;) {
    const rows = await sql<{ line: string }>`fetch ${raw(String(ROWS_PER_BATCH))} from lines`;
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close lines`;
}

/** Inserts the lines of `readRows`, with the ids they have. */
export async function insertRows(sql: Sql, { name, columns }: Table, lines: string[]): Promise<void> {
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

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Drops foreign keys and disables triggers while `work` fills the tables in any order. Adding the keys again checks every
 * row; the rows that triggers would write are in the backup.
 */
export async function withoutConstraints(
  sql: Sql,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> {
  const foreignKeys = await sql<ForeignKey>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`;
  for (const { table, name } of foreignKeys) {
    await sql`alter table ${raw(table)} drop constraint ${identifier(name)}`;
  }
  for (const { name } of tables) await sql`alter table ${identifier(name)} disable trigger user`;
  await work();
  for (const { name } of tables) await sql`alter table ${identifier(name)} enable trigger user`;
  for (const { table, name, definition } of foreignKeys) {
    await sql`alter table ${raw(table)} add constraint ${identifier(name)} ${raw(definition)}`;
  }
}
