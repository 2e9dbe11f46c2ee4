import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import sqlTag from 'sql-template-tag';
import { expect } from 'vitest';
import { RECORD_TABLES } from '../../../server/export/recordFiles.ts';
import { WITHHELD } from '../../../server/export/withheld.ts';
import { csvFiles } from '../../../server/export/csvParts.ts';
import { zipOf } from '../../../server/export/zip.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';
import { rowsOf, takeExport } from '../../support/server/exports/exports.ts';

test('every table and column of the database is in an export, or is left out for a reason', async () => {
  const found = await server.database.sql<{ table: string; column: string }>`
    select relname as table, attname as column from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`;
  const there = found
    .filter(({ table }) => !(table in WITHHELD))
    .map(({ table, column }) => `${table}.${column}`);
  const said = RECORD_TABLES.flatMap(({ table, columns, withheld = {} }) =>
    [...Object.keys(columns), ...Object.keys(withheld)].map((column) => `${table}.${column}`),
  );
  expect(said.toSorted()).toEqual(there.toSorted());
  expect(Object.keys(WITHHELD).filter((table) => !found.some((each) => each.table === table))).toEqual([]);
  expect(RECORD_TABLES.filter(({ table }) => table in WITHHELD)).toEqual([]);
});

test('an export has no password, key or token, whatever is stored of them', async () => {
  const { sql } = server.database;
  await sql`update users set password_hash = 'LEAK-hash', invitation = '11111111-aaaa-4aaa-8aaa-111111111111'
    where username = 'neighbour'`;
  await sql`insert into second_factors (user_id, secret, recovery_salt) values (1, 'LEAK-factor', 'LEAK-salt')`;
  await sql`insert into recovery_codes (user_id, code_hash) values (1, 'LEAK-code')`;
  const secrets = await sql<{ secret: string }>`select secret from secrets`;
  const sessions = await sql<{ id: string }>`select id from sessions`;
  const files = await takeExport(server, manager);
  const all = Object.values(files).join('\n');
  expect(all).not.toContain('LEAK');
  expect(all).not.toContain('11111111-aaaa');
  for (const { secret } of secrets) expect(all).not.toContain(secret);
  for (const { id } of sessions) expect(all).not.toContain(id);
  expect(sessions.length).toBeGreaterThan(0);
});

test('each file has the columns that the read-me says, and what refers to a record also names it', async () => {
  const { sql } = server.database;
  await sql`
    insert into transactions (user_id, unit_id, amount, type, description, effective_on, created_at)
    values (2, 1, -1200.5, 'Check', '=1+1', '2026-10-01', '2026-10-02T03:04:05.678Z')`;
  const files = await takeExport(server, manager);
  const said = files['README.txt']!;
  for (const [path, content] of Object.entries(files)) {
    if (path === 'README.txt') continue;
    const about = said.slice(said.indexOf(`${path}\r\n`)).split('\r\n\r\n', 1)[0]!;
    const columns = [...about.matchAll(/^ {4}([^:]+): /gm)].map(([, name]) => name);
    expect([path, content.slice(1).split('\r\n', 1)[0]]).toEqual([
      path,
      columns.map((name) => `"${name}"`).join(','),
    ]);
  }
  expect(rowsOf(files['records/ledger.csv']!)).toEqual([
    expect.objectContaining({
      ...{ user_id: '2', user_name: 'Robin Hale', unit_id: '1', unit_name: '101, Maple Court' },
      ...{ amount: '-1200.50', effective_on: '2026-10-01', created_at: '2026-10-02T03:04:05.678Z' },
      description: "'=1+1",
    }),
  ]);
  expect(rowsOf(files['records/people.csv']!)[0]).toMatchObject({ is_manager: 'yes', has_password: 'yes' });
});

test('an export is recorded with who took it, is for managers alone, and leaves no file on the server', async () => {
  const refused = await server.call('GET', '/export', { as: resident });
  expect(refused.statusCode).toBe(403);
  const answer = await server.call('GET', '/export', { as: manager });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="porchlight-export-\d{4}-\d\d-\d\d\.zip"$/,
    ) as string,
    'content-length': String(answer.rawPayload.length),
    'cache-control': 'no-store',
  });
  const audit = await server.call('GET', '/audit?subject=community', { as: manager });
  expect(audit.json()).toMatchObject([{ action: 'exported', first_name: 'Morgan', last_name: 'Reyes' }]);
  const files = await readdir(server.app.context.configuration.DATA_DIR).catch(() => []);
  expect(files.filter((name) => name.startsWith('export'))).toEqual([]);
});

test('an export that is asked for while another one is made is refused in words, and made afterwards', async () => {
  const ask = () => server.call('GET', '/export', { as: manager });
  const answers = await Promise.all([ask(), ask()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409)!;
  expect(refused.json<{ message: string }>().message).toBe(
    'An export is being made just now. Please try again once it is finished.',
  );
  expect((await ask()).statusCode).toBe(200);
});

test('a table that is too long for one file goes on in the next, and what belongs together stays in one', async () => {
  const file = {
    ...{
      path: 'people',
      says: '',
      columns: [{ name: 'N', says: '' }],
      limits: { rows: 3, bytes: 1_000_000 },
    },
    query: sqlTag`select json_build_array(n::text) as cells, (n / 2)::text as together from generate_series(2, 9) as n order by n`,
  };
  const written = await server.database.transaction(async (sql) => {
    const parts: Record<string, string> = {};
    for await (const { path, parts: bytes } of csvFiles(sql, file))
      parts[path] = await text(Readable.from(bytes));
    return parts;
  });
  expect(Object.entries(written).map(([path, content]) => [path, rowsOf(content).map(({ N }) => N)])).toEqual(
    [
      ['people.csv', ['2', '3', '4', '5']],
      ['people-2.csv', ['6', '7', '8', '9']],
    ],
  );
});

test('an export is made as it is read, however long its tables are', async () => {
  const given = { bytes: 0 };
  async function* parts() {
    for (let part = 0; part < 400; part += 1) {
      given.bytes += 100_000;
      yield randomBytes(100_000);
      await Promise.resolve();
    }
  }
  let taken = 0;
  let held = 0;
  for await (const bytes of zipOf(Readable.from([{ path: 'ledger.csv', parts: parts() }]), new Date())) {
    taken += bytes.length;
    held = Math.max(held, given.bytes - taken);
  }
  expect(taken).toBeGreaterThan(40_000_000);
  expect(held).toBeLessThan(1_000_000);

  const file = {
    ...{ path: 'ledger', says: '', columns: [{ name: 'N', says: '' }], limits: { rows: 1e6, bytes: 1e9 } },
    query: sqlTag`select json_build_array(n::text) as cells, null as together from generate_series(1, 100000) as n`,
  };
  await server.database.transaction(async (sql) => {
    let fetched = 0;
    const counting = ((strings: TemplateStringsArray, ...values: unknown[]) => {
      if (strings[0]?.startsWith('fetch')) fetched += 1;
      return sql(strings, ...values);
    }) as typeof sql;
    let read = 0;
    for await (const { parts: bytes } of csvFiles(counting, file)) {
      for await (const _ of bytes) {
        read += 1;
        if (read === 10) break;
      }
      break;
    }
    // The first part is the headings.
    expect(fetched).toBe(9);
  });
});
