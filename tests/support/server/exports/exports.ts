import { unzipSync } from 'fflate';
import papaparse from 'papaparse';
import { onTestFinished } from 'vitest';
import type { Database, Sql } from '../../../../server/database/database.ts';
import { testServer, type TestServer } from '../server.ts';

/** The files of an archive as text, by path. */
export function filesOf(archive: Uint8Array): Record<string, string> {
  return Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
  );
}

/** The rows of a CSV file, by heading. */
export function rowsOf(text: string): Record<string, string>[] {
  return papaparse.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data;
}

export async function takeExport(server: TestServer, as: string): Promise<Record<string, string>> {
  const answer = await server.call('GET', '/export', { as });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return filesOf(answer.rawPayload);
}

/** An empty community, in which nobody is but its manager, whose token comes with it. */
export async function emptyCommunity(): Promise<TestServer & { manager: string }> {
  const server = await testServer();
  onTestFinished(() => server.close());
  const manager = await server.token('manager');
  const { sql } = server.database;
  await sql`update users set unit = null`;
  await sql`delete from users where not is_manager`;
  await sql`delete from units`;
  await sql`delete from properties`;
  return { ...server, manager };
}

/** Imports the files of an export, as a manager who chooses all of them at once. */
export async function importExport(
  server: TestServer & { manager: string },
  files: Record<string, string>,
): Promise<void> {
  const form = new FormData();
  for (const [path, text] of Object.entries(files)) {
    const name = /^import\/((?:units|people|balances).*)$/.exec(path)?.[1];
    if (name !== undefined) form.append('files', new Blob([text]), name);
  }
  const answer = await server.call('POST', '/imports', { as: server.manager, form });
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`);
}

/** What an import makes again: homes, people, leases with what they charge from next month on, and balances. */
export async function communityOf({ sql }: Pick<Database, 'sql'>) {
  return {
    units: await unitsOf(sql),
    people: await sql`
      select first_name, last_name, email, phone, units.unit_number, property_labels.property_name,
        coalesce(balance, 0) as balance
      from users left join units on units.id = users.unit left join property_labels on property_labels.id = units.property_id
      left join balances on balances.user_id = users.id where not is_manager
      order by email, last_name, first_name, unit_number`,
    leases: await leasesOf(sql),
  };
}

const unitsOf = (sql: Sql) => sql`
  select property_labels.property_name, address, phone_number, unit_number, rent_amount, notes
  from units join properties on properties.id = property_id join property_labels on property_labels.id = property_id
  order by property_labels.property_name, unit_number`;

const leasesOf = (sql: Sql) => sql`
  select property_name, unit_number, starts, ends, case when ends is null or ends >= current_date then (
      select sum(amount) from lease_charges where lease_id = leases.id and kind = 'rent'
        and from_month <= next.month and (to_month is null or to_month >= next.month)
        and (ends is null or ends >= next.month)) end as rent,
    (select json_agg(first_name || ' ' || last_name order by position) from lease_tenants
      join users on users.id = user_id where lease_id = leases.id) as tenants
  from leases join units on units.id = unit_id join property_labels on property_labels.id = property_id
  cross join (select (date_trunc('month', now()) + interval '1 month')::date as month) as next
  order by property_name, unit_number, starts`;
