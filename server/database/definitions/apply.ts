import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connection } from '../engine.ts';
import { statementOf } from '../statement.ts';

/** The functions, triggers and views of one subject: `definitions/<subject>.sql`. It can be applied again and again. */
export interface Definitions {
  name: string;
  digest: string;
  script: string;
  /** What it makes, written as `readObjects` reads it from a database. */
  objects: string[];
}

/** Each after those whose functions and views it uses. */
const ORDER = [
  'changes',
  'ledger',
  'audit',
  'limits',
  'properties',
  'units',
  'users',
  'maintenance',
  'announcements',
  'utilities',
  'allocations',
  'payments',
  'leases',
  'deposits',
  'inspections',
  'notifications',
  'messages',
  'today',
  'community',
];

/** The folder's `<subject>.sql` files in the order in which they are applied. Throws where the order lacks one, or names another. */
export function readDefinitions(
  folder = fileURLToPath(new URL('./', import.meta.url)),
  order: readonly string[] = ORDER,
): Definitions[] {
  if (!existsSync(folder)) throw new Error(`No definitions folder: looked for ${folder}.`);
  const unordered = readdirSync(folder).filter(
    (file) => file.endsWith('.sql') && !order.includes(file.replace('.sql', '')),
  );
  if (unordered.length > 0) throw new Error(`No order of definitions is given for ${unordered.join(', ')}.`);
  return order.map((name) => {
    // Git may check files out with other line ends on Windows; what they define is still the same.
    const script = readFileSync(join(folder, `${name}.sql`), 'utf8').replaceAll('\r\n', '\n');
    const digest = createHash('sha256').update(script).digest('hex');
    return { name, digest, script, objects: objectsIn(script) };
  });
}

const MADE =
  /^create (?:or replace )?(?:(view \w+)|(function \w+\([^)]*\) returns (?:TABLE\([^)]*\)|[\w[\]]+))|(trigger \w+) [^;]*?\s(on \w+))/gm;

/** What an SQL script makes, by its statements that begin a line. */
export function objectsIn(script: string): string[] {
  return [...script.matchAll(MADE)].map(([, ...parts]) => parts.filter(Boolean).join(' '));
}

/** The functions, triggers and views that a database has, but those of extensions. */
export async function readObjects(connection: Pick<Connection, 'run'>): Promise<string[]> {
  const rows = await connection.run<{ object: string }>(query`
    select object from (
      select oid, format('view %s', relname) from pg_class
        where relkind in ('v', 'm') and relnamespace = current_schema()::regnamespace
      union all
      select oid, format('trigger %s on %s', tgname, tgrelid::regclass) from pg_trigger
        where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
      union all
      select oid, format('function %s(%s) returns %s',
          proname, pg_get_function_identity_arguments(oid), pg_get_function_result(oid)) from pg_proc
        where pronamespace = current_schema()::regnamespace
    ) as made (oid, object)
    where not exists (select from pg_depend where objid = made.oid and deptype = 'e')
    order by object`);
  return rows.map(({ object }) => object);
}

/**
 * Applies the definitions that this database does not have in force, and drops what `released` (the objects of the migrations)
 * or earlier definitions made and none makes any more. Belongs into a transaction with the migrations. Throws when definitions
 * were replaced in this database since: the program is the older one.
 */
export async function applyDefinitions(
  connection: Connection,
  definitions: readonly Definitions[],
  released: readonly string[],
): Promise<void> {
  const applied = await connection.run<Pick<Definitions, 'name' | 'digest' | 'objects'>>(
    query`select name, digest, objects from schema_definitions order by number`,
  );
  const inForce = new Map(applied.map(({ name, digest }) => [name, digest]));
  const changed = definitions.filter(({ name, digest }) => inForce.get(name) !== digest);
  const replaced = changed.find((file) =>
    applied.some(({ name, digest }) => name === file.name && digest === file.digest),
  );
  if (replaced) {
    throw new Error(
      `The database is newer than this program: it has replaced ${replaced.name}.sql as it stands here. Run the newer version. ` +
        'To go back to the text that stands here on purpose, change a comment in it.',
    );
  }
  if (changed.length === 0) return;

  const made = new Set(definitions.flatMap(({ objects }) => objects));
  const known = new Set([...released, ...applied.flatMap(({ objects }) => objects)]);
  const gone = (await readObjects(connection)).filter((object) => known.has(object) && !made.has(object));
  // A function with other parameters or another result is another one to PostgreSQL, and cannot replace it.
  const kept = new Set([...made].map(nameOf));
  for (const object of gone.filter((each) => kept.has(nameOf(each)))) await drop(connection, object);
  for (const { name, digest, script, objects } of changed) {
    await connection.execute(script, { untimed: true }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The definitions ${name}.sql failed: ${reason}`, { cause: error });
    });
    await connection.run(query`
      insert into schema_definitions (number, name, digest, objects)
      select count(*) + 1, ${name}, ${digest}, ${objects} from schema_definitions`);
  }
  // Triggers before the functions that they run.
  const rest = gone.filter((object) => !kept.has(nameOf(object)));
  for (const object of rest.sort().reverse()) await drop(connection, object);
}

/** `function note_leases` of `function note_leases(ids integer[]) returns void`; a trigger is known by its table too. */
function nameOf(object: string): string {
  return object.replace(/\(.*/, '');
}

async function drop(connection: Connection, object: string): Promise<void> {
  await connection.execute(`drop ${object.replace(/\) returns .*/, ')')}`);
}

const query = (strings: TemplateStringsArray, ...values: unknown[]) => statementOf(strings, values);
