import path from 'node:path';
import type { Sql } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import type { Product } from './product.ts';

/** Opens the embedded database of a stopped product, since only one process may open it. */
export async function onDatabaseOf<T>(product: Product, work: (sql: Sql) => Promise<T>): Promise<T> {
  const database = await openDatabase({ directory: path.join(product.directory, 'database') });
  try {
    return await work(database.sql);
  } finally {
    await database.close();
  }
}

/** Adds tenants until this many units are occupied, and restarts the server. */
export async function occupy(product: Product, units: number): Promise<void> {
  await product.kill('SIGTERM');
  await onDatabaseOf(
    product,
    (sql) => sql`
      with missing as (
        select ${units}::int - count(distinct unit) as count from users where is_current_user and unit is not null
      ), context as (
        insert into properties (property_name, address) values ('Walnut Row', '1 Walnut Street') returning id
      ), taken as (
        select count(*) as count from users where username like 'walnut%'
      ), made as (
        insert into units (property_id, unit_number)
        select context.id, (100 + taken.count + number)::text
        from context, taken, missing, generate_series(1, missing.count) as number
        returning id, unit_number
      )
      insert into users (username, email, password_hash, first_name, last_name, unit)
      select 'walnut' || unit_number, 'walnut' || unit_number || '@example.com', '', 'Tenant', 'Of ' || unit_number, id
      from made`,
  );
  await product.resume();
}

/** Takes the meters of all homes away, so that the usage of each is typed, and restarts the server. */
export async function removeMeters(product: Product): Promise<void> {
  await product.kill('SIGTERM');
  await onDatabaseOf(product, async (sql) => {
    await sql`delete from billed_usages`;
    await sql`delete from meter_readings`;
    await sql`delete from meters`;
  });
  await product.resume();
}

/** Gives each occupied home that has no meters one of each kind, and restarts the server. */
export async function installMeters(product: Product): Promise<void> {
  await product.kill('SIGTERM');
  await onDatabaseOf(
    product,
    (sql) => sql`
      with home as (
        select distinct unit as id from users
        where is_current_user and unit is not null and unit not in (select unit_id from meters)
      ), made as (
        insert into meters (unit_id, kind, serial_number, measure, multiplier, digits, installed_on)
        select home.id, kind, kind || '-' || home.id, measure, 1, 6, current_date
        from home, (values ('water', 'gal'), ('electric', 'kWh'), ('gas', 'therms')) as kinds (kind, measure)
        returning id, installed_on
      )
      insert into meter_readings (meter_id, kind, value, read_on) select id, 'installed', 1000, installed_on from made`,
  );
  await product.resume();
}
