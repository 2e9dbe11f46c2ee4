import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../../../server/context.ts';
import { ledgerDiscrepancies } from '../../../../server/resources/ledger/discrepancies.ts';
import { deleteAbandonedUploads } from '../../../../server/photos/pendingUploads.ts';
import { fullName, thumbnailName } from '../../../../server/photos/names.ts';
import type { Change } from './load.ts';

/**
 * Checks a server's data after these changes: each answered change is stored once and completely, each unanswered one
 * completely or not at all, and the ledger, photos and rows are consistent. Returns one line for each fault.
 */
export async function faultsIn(context: Context, changes: readonly Change[]): Promise<string[]> {
  const { sql } = context.database;
  const faults = await ledgerDiscrepancies(context.database);
  const made = await sql<{ name: string; photos: number }>`
    select information as name,
      (select count(*) from photos where maintenance_request_id = request.id) as photos
    from maintenance_requests as request
    union all select announcement, 0 from announcements
    union all select 'Bill ' || water_usage::int, 0 from utility_bills`;
  const found = new Map<string, number[]>();
  for (const { name, photos } of made) found.set(name, [...(found.get(name) ?? []), photos]);
  for (const { kind, number, photos, answer } of changes) {
    const name = `${kind[0]!.toUpperCase()}${kind.slice(1)} ${number}`;
    const times = found.get(name) ?? [];
    if (answer !== undefined && times.length === 0) faults.push(`${name} was acknowledged and is lost`);
    if (times.length > 1) faults.push(`${name} was made ${times.length} times`);
    if (times.some((each) => each !== photos))
      faults.push(`${name} has ${String(times)} photos of ${photos}`);
  }
  const [keys] = await sql<{ count: number; empty: number }>`
    select count(*) as count, count(*) filter (where answer is null) as empty from idempotency_keys`;
  if (keys!.count !== made.length) faults.push(`${keys!.count} keys for ${made.length} changes`);
  if (keys!.empty > 0) faults.push(`${keys!.empty} keys without an answer`);
  return [...faults, ...(await photoFaults(context))];
}

/** Photo rows without files, files without a row or pending upload, and pending uploads that are not cleaned up. */
async function photoFaults(context: Context): Promise<string[]> {
  const { sql } = context.database;
  const wanted = (await sql<{ id: string }>`select id from photos`).flatMap(namesOf);
  const announced = (await sql<{ id: string }>`select id from announced_photos`).flatMap(namesOf);
  const present = await filesOf(context);
  const faults = wanted.filter((name) => !present.has(name)).map((name) => `${name} has a row and no file`);
  const known = new Set([...wanted, ...announced]);
  for (const name of present) if (!known.has(name)) faults.push(`nobody knows of the file ${name}`);

  await sql`update announced_photos set at = at - interval '2 hours'`;
  await deleteAbandonedUploads(context);
  const left = await filesOf(context);
  for (const name of left) if (!wanted.includes(name)) faults.push(`${name} was not swept`);
  for (const name of wanted) if (!left.has(name)) faults.push(`${name} was swept although it has a row`);
  return faults;
}

const namesOf = ({ id }: { id: string }) => [fullName(id), thumbnailName(id)];

/** The photos in the store that have both files. */
export async function filesOf({ configuration }: Context): Promise<Set<string>> {
  const folder = path.resolve(configuration.DATA_DIR, 'photos');
  // The folder is created by the first photo.
  const names = existsSync(folder) ? await readdir(folder) : [];
  return new Set(names.filter((name) => name.endsWith('.jpg')));
}
