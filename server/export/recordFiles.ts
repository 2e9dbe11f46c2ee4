import sqlTag, { join, raw, type Sql as Part } from 'sql-template-tag';
import type { Sql } from '../database/database.ts';
import { isoTimestamp } from '../database/isoTimestamp.ts';
import type { ExportedColumn, ExportedFile } from './exportedFile.ts';
import type { RecordColumn, RecordTable } from './recordTable.ts';
import { DAILY } from './tables/daily.ts';
import { HOMES } from './tables/homes.ts';
import { METER_RECORDS } from './tables/meters.ts';
import { MONEY } from './tables/money.ts';
import { AUTOPAY } from './tables/autopay.ts';

/** Every table that is exported for reading. */
export const RECORD_TABLES: readonly RecordTable[] = [
  ...HOMES,
  ...MONEY,
  ...AUTOPAY,
  ...METER_RECORDS,
  ...DAILY,
];

/** A spreadsheet opens no more rows than 1,048,576, and an archive of this kind no file of 4 GB. */
const LIMITS = { rows: 1_000_000, bytes: 3_000_000_000 };

/** The names of records beside the columns that refer to them. */
const NAMES: Readonly<Record<'person' | 'unit' | 'property', (id: Part) => Part>> = {
  person: (id) => sqlTag`(select first_name || ' ' || last_name from users where id = ${id})`,
  unit: (id) => sqlTag`(
    select units.unit_number || ', ' || labels.property_name from units
    join property_labels as labels on labels.id = units.property_id where units.id = ${id})`,
  property: (id) => sqlTag`(select property_name from property_labels where id = ${id})`,
};

/** The tables as files for reading, each in the order of its key. */
export async function recordFiles(sql: Sql): Promise<ExportedFile[]> {
  const columns = await sql<{ table: string; types: Record<string, string> }>`
    select pg_class.relname as table, json_object_agg(attname, format_type(atttypid, null)) as types
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    group by pg_class.relname`;
  const typesOf = new Map(columns.map(({ table, types }) => [table, types]));
  return RECORD_TABLES.map((table) => recordFile(table, typesOf.get(table.table) ?? {}));
}

function recordFile(record: RecordTable, types: Readonly<Record<string, string>>): ExportedFile {
  const { table, file, says, columns } = record;
  // Its key, or the beginning of it.
  const [first = ''] = Object.keys(columns);
  const cells = Object.entries(columns).flatMap(([name, column]) => {
    const cell = raw(`row."${name}"`);
    const text = textOf(cell, types[name]);
    return typeof column === 'string' ? [text] : [text, NAMES[column.of](cell)];
  });
  return {
    path: `records/${file ?? table}`,
    says,
    columns: Object.entries(columns).flatMap(([name, column]) => headingsOf(name, column)),
    query: sqlTag`
      select json_build_array(${join(cells)}) as cells, null as together
      from ${raw(`"${table}"`)} as row order by ${raw(`row."${first}"`)}`,
    limits: LIMITS,
  };
}

function headingsOf(name: string, column: RecordColumn): ExportedColumn[] {
  if (typeof column === 'string') return [{ name, says: column }];
  const beside = `${name.replace(/_id$/, '')}_name`;
  const what = column.of === 'person' ? 'The name' : 'How it is called';
  return [
    { name, says: `${column.says} (the id in ${FILES[column.of]}.csv)` },
    { name: beside, says: `${what} of ${name}` },
  ];
}

const FILES = { person: 'people', unit: 'units', property: 'properties' } as const;

/** A value as text: times in ISO 8601 and UTC, amounts with a point before the cents, yes and no. */
function textOf(cell: Part, type: string | undefined): Part {
  if (type === 'timestamp with time zone') return isoTimestamp(cell);
  if (type === 'date') return sqlTag`to_char(${cell}, 'YYYY-MM-DD')`;
  if (type === 'boolean') return sqlTag`case when ${cell} then 'yes' when not ${cell} then 'no' end`;
  return sqlTag`${cell}::text`;
}
