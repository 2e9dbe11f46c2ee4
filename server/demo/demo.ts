import { readFile } from 'node:fs/promises';
import type { Sql } from '../database/database.ts';
import type { Context } from '../context.ts';
import { confirmUploads } from '../photos/pendingUploads.ts';
import { receivedFile, type ReceivedFile } from '../http/input/receivedFile.ts';
import { discardPhotos, storePhotos, type StoredPhoto } from '../photos/uploads.ts';
import { insertAnnouncements } from './announcements.ts';
import { calendarOf } from './calendar.ts';
import { insertDeposits } from './deposits.ts';
import { insertInspections } from './inspections.ts';
import { insertLeases } from './leases.ts';
import { insertLedger } from './ledger.ts';
import { insertMaintenance, photoNames } from './maintenance.ts';
import { hashDemoPasswords, insertPeople } from './people.ts';
import { insertTariff } from './meters/commonMeters.ts';
import { insertMeters } from './meters/meters.ts';
import { ageNotifications } from './notifications.ts';
import { insertPlaces } from './places.ts';
import { tenantsOf } from './residents.ts';
import { insertRates } from './utilities.ts';
import { DEMO_MARK } from '../auth/refuseDemo.ts';

/**
 * Fills an empty database with demo data up to `now`; does nothing if there is any account. The same `now` gives the
 * same data.
 * @throws {Error} if a row or a photo cannot be stored; nothing is written then
 */
export async function createDemo(context: Context, now = new Date()): Promise<void> {
  if (!(await isEmpty(context.database.sql))) return;
  const hashes = await hashDemoPasswords();
  const photos = await storePhotos(context, await Promise.all(photoNames.map(readPhoto)));
  const ids = photos.map(({ id }) => id);
  let made = false;
  try {
    made = await context.database.transaction(async (sql) => {
      // Two servers may start at once on one database; the second one finds the demo data.
      await sql`lock table users in share row exclusive mode`;
      if (!(await isEmpty(sql))) return false;
      await confirmUploads(sql, ids);
      await insertDemo(sql, context, { now, hashes, photos });
      return true;
    });
  } finally {
    if (!made) await discardPhotos(context, ids);
  }
}

async function readPhoto(name: string): Promise<ReceivedFile> {
  return receivedFile(name, await readFile(new URL(`./photos/${name}`, import.meta.url)));
}

async function isEmpty(sql: Sql): Promise<boolean> {
  const users = await sql`select 1 from users limit 1`;
  return users.length === 0;
}

async function insertDemo(
  sql: Sql,
  context: Context,
  { now, hashes, photos }: { now: Date; hashes: Record<string, string>; photos: StoredPhoto[] },
): Promise<void> {
  // Production refuses a database with this mark, since its passwords are public.
  await sql`insert into secrets (name, secret) values (${DEMO_MARK}, 'made') on conflict do nothing`;
  const calendar = calendarOf(now, context.zone.current());
  // It is no community in its first week.
  await sql`insert into community (first_steps_hidden_at) values (now())
    on conflict (id) do update set first_steps_hidden_at = excluded.first_steps_hidden_at`;
  const unitIds = await insertPlaces(sql, calendar, tenantsOf);
  const userIds = await insertPeople(sql, calendar, unitIds, hashes);
  const manager = userIds.get('manager');
  if (manager === undefined) throw new Error('The demo has no manager.');
  const ids = { unitIds, userIds, manager };
  await insertRates(sql, calendar, manager);
  await insertTariff(sql, calendar, manager);
  await insertLeases(sql, calendar, ids);
  await insertDeposits(sql, manager);
  await insertInspections(sql, calendar, ids);
  await insertLedger(sql, calendar, ids);
  await insertMeters(sql, calendar, ids);
  await insertAnnouncements(sql, calendar, userIds);
  const stored = new Map(photos.map((photo) => [photo.filename, photo]));
  await insertMaintenance(sql, calendar, ids, stored);
  await ageNotifications(sql, now);
}
