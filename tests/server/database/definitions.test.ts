import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { objectsIn, readDefinitions, readObjects } from '../../../server/database/definitions/apply.ts';
import type { Engine } from '../../../server/database/engine.ts';
import { migrate, migrationsFolder, readMigrations } from '../../../server/database/migrate.ts';
import { statementOf } from '../../../server/database/statement.ts';
import { databaseKinds, emptyDatabases } from '../../support/server/databases/emptyDatabases.ts';

const kinds = await databaseKinds();

const query = (strings: TemplateStringsArray, ...values: unknown[]) => statementOf(strings, values);

/** Reads the files of a folder, in the order in which they are given. */
function inFolder<T>(files: Record<string, string>, read: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-definitions-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.sql`), text);
  try {
    return read(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const definitionsOf = (files: Record<string, string>) =>
  inFolder(files, (folder) => readDefinitions(folder, Object.keys(files)));

const migrationsOf = (files: Record<string, string>) =>
  inFolder({ '0001_definitions': TABLE_OF_DEFINITIONS, ...files }, readMigrations);
const TABLE_OF_DEFINITIONS = readFileSync(join(migrationsFolder(), '0071_definitions.sql'), 'utf8');

const PEOPLE = { '0002_people': 'create table people (name text); create table pets (name text)' };
const SHOUT = `create or replace function shout() returns trigger language plpgsql as $$
begin
  new.name := upper(new.name);
  return new;
end $$;
create or replace trigger people_shout before insert on people
  for each row execute function shout();
`;
const NAMES = `drop view if exists names;
create view names as select name from people;
`;

/** The name that somebody has who was added as `ada`. */
async function added(engine: Engine): Promise<unknown> {
  return (await engine.run<{ name: string }>(query`insert into people values ('ada') returning name`))[0]
    ?.name;
}

describe.each(kinds)('on $kind', ({ kind, url }) => {
  const open = emptyDatabases(url);

  test('each function, trigger and view of a new database is made by one definitions file, as it is there', async () => {
    const { engine } = await open();
    const definitions = readDefinitions();
    await migrate(engine, readMigrations(), definitions);
    await engine.hold(async (connection) => {
      const inDatabase = await readObjects(connection);
      expect(definitions.flatMap(({ objects }) => objects).sort()).toEqual(inDatabase.sort());
      const before = await connection.run(TEXTS);
      for (const object of inDatabase) {
        await connection.execute(
          `drop ${object.replace(/\) returns .*/, ')').replace(' ', ' if exists ')} cascade`,
        );
      }
      expect(await readObjects(connection)).toEqual([]);
      for (const { script } of definitions) await connection.execute(script);
      expect(await connection.run(TEXTS)).toEqual(before);
    });
  });

  // One in SQL is planned at each call, which takes longer than what it does.
  test('each function that changes something keeps its plan', async () => {
    const { engine } = await open();
    await migrate(engine, readMigrations(), readDefinitions());
    const planned = await engine.run<{ name: string }>(query`
      select proname as name from pg_proc join pg_language as language on language.oid = prolang
      where pronamespace = current_schema()::regnamespace and lanname = 'sql' and prorettype = 'void'::regtype`);
    expect(planned).toEqual([]);
  });

  test('definitions are applied in the transaction of the migrations, and again when their text changes', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsOf(PEOPLE), definitionsOf({ shout: SHOUT, names: NAMES }));
    expect(
      await engine.run(
        query`select distinct xmin::text from schema_migrations union select xmin::text from schema_definitions`,
      ),
    ).toHaveLength(1);
    expect(await added(engine)).toBe('ADA');
    await migrate(engine, migrationsOf(PEOPLE), definitionsOf({ shout: SHOUT, names: NAMES }));
    await migrate(
      engine,
      migrationsOf(PEOPLE),
      definitionsOf({ shout: SHOUT.replace('upper', 'initcap'), names: NAMES }),
    );
    expect(await added(engine)).toBe('Ada');
    expect(await engine.run(query`select name from schema_definitions order by number`)).toEqual([
      { name: 'shout' },
      { name: 'names' },
      { name: 'shout' },
    ]);
  });

  test('definitions that fail are named, and leave no migration behind', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsOf({}), definitionsOf({}));
    const broken = definitionsOf({ shout: SHOUT.replace('on people', 'on nobody') });
    await expect(migrate(engine, migrationsOf(PEOPLE), broken)).rejects.toThrow(
      'The definitions shout.sql failed: relation "nobody" does not exist',
    );
    await migrate(engine, migrationsOf(PEOPLE), definitionsOf({ shout: SHOUT }));
    expect(await added(engine)).toBe('ADA');
  });

  test('what no definition makes any more is dropped, whether a migration or a definition made it, and nothing else', async () => {
    const { engine } = await open();
    const old = {
      '0002_people': `${PEOPLE['0002_people']};
create function whisper() returns trigger language plpgsql as 'begin return null; end';
create trigger people_whisper before insert on people for each row execute function whisper();`,
    };
    await migrate(engine, migrationsOf(old), definitionsOf({ shout: SHOUT, names: NAMES }));
    await engine.hold(({ execute }) => execute('create view names_of_operator as select name from people'));
    const renamed = SHOUT.replaceAll('shout()', 'call_out()').replace('people_shout', 'people_call_out');
    await migrate(engine, migrationsOf(old), definitionsOf({ shout: renamed }));
    expect(await engine.hold(readObjects)).toEqual([
      'function call_out() returns trigger',
      'trigger people_call_out on people',
      'view names_of_operator',
    ]);
    expect(await added(engine)).toBe('ADA');
  });

  test('a function whose parameters or result change takes the place of the one before', async () => {
    const { engine } = await open();
    const age = (head: string) =>
      definitionsOf({ age: `create or replace function age_of(${head} language sql as 'select 1';\n` });
    for (const head of [
      'name text) returns integer',
      'person text) returns bigint',
      'person text, at date) returns bigint',
    ]) {
      await migrate(engine, migrationsOf(PEOPLE), age(head));
      expect(await engine.hold(readObjects)).toEqual([`function age_of(${head}`]);
    }
  });

  test('a program that is older than the definitions of the database is refused', async () => {
    const { engine } = await open();
    await migrate(engine, migrationsOf(PEOPLE), definitionsOf({ shout: SHOUT }));
    await migrate(engine, migrationsOf(PEOPLE), definitionsOf({ shout: `-- Newer.\n${SHOUT}` }));
    await expect(migrate(engine, migrationsOf(PEOPLE), definitionsOf({ shout: SHOUT }))).rejects.toThrow(
      'The database is newer than this program: it has replaced shout.sql',
    );
  });

  // The embedded database has one connection alone.
  if (kind === 'a server') {
    test('definitions are applied beside a version that uses the tables in another order', async () => {
      const { engine, another } = await open();
      await migrate(engine, migrationsOf(PEOPLE), definitionsOf({}));
      const both = `${SHOUT}${SHOUT.replaceAll('people', 'pets')}`;
      const other = another();
      await other.hold(async ({ execute }) => {
        await execute("begin; insert into pets values ('Rex')");
        const migrating = migrate(engine, migrationsOf(PEOPLE), definitionsOf({ shout: both }));
        await expect
          .poll(() => other.run(query`select from pg_locks where not granted`), { interval: 20 })
          .toHaveLength(1);
        // PostgreSQL ends one of the two, either of which is tried again.
        await execute("insert into people values ('Ada'); commit").catch(() => execute('rollback'));
        await migrating;
      });
      expect(await added(engine)).toBe('ADA');
    });
  }
});

/** The texts of everything that definitions make. */
const TEXTS = query`
  select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace union all
  select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal union all
  select viewname || definition from pg_views where schemaname = 'public' order by text`;

test('migrations make tables and change data alone since definitions stand in a place of their own', () => {
  const later = readMigrations().filter(({ version }) => version > 70);
  expect(later.length).toBeGreaterThan(0);
  const makes =
    /\bcreate\s+(or\s+replace\s+)?(constraint\s+|recursive\s+|materialized\s+|temp\w*\s+)*(function|procedure|aggregate|trigger|view|rule)\b/i;
  expect(later.filter(({ script }) => makes.test(script)).map(({ name }) => name)).toEqual([]);
});

test('a file that has no place in the order of definitions is refused', () => {
  const read = (order: string[]) =>
    inFolder({ shout: SHOUT, names: NAMES }, (folder) => readDefinitions(folder, order));
  expect(() => read(['names'])).toThrow('No order of definitions is given for shout.sql');
  expect(() => read(['names', 'shout', 'pets'])).toThrow('pets.sql');
  expect(read(['shout', 'names']).map(({ name }) => name)).toEqual(['shout', 'names']);
});

test('Windows line ends do not change definitions', () => {
  expect(definitionsOf({ shout: SHOUT.replaceAll('\n', '\r\n') })).toEqual(definitionsOf({ shout: SHOUT }));
});

test('what a script makes is read from it, comments and bodies left aside', () => {
  expect(objectsIn(`-- create view no as select 1;\n${SHOUT}${NAMES}`)).toEqual([
    'function shout() returns trigger',
    'trigger people_shout on people',
    'view names',
  ]);
});
