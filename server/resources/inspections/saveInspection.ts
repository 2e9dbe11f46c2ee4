import type { Sql as Part } from 'sql-template-tag';
import { digestsIn, type SavedInspection } from '../../../contract/inspections/inspection.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { keepNamedPhotos } from '../../photos/namedPhotos.ts';
import { notify } from '../../notifications/notify.ts';
import { readTemplate } from './inspectionQueries.ts';

interface Save {
  id: string;
  body: SavedInspection;
  author: User;
  /** When the device saved it. */
  capturedAt: Part;
  /** The community's time zone, in which the days for remarks are counted. */
  zone: string;
}

/**
 * Saves an inspection whole, and tells its tenants once it is finalized. One that was finalized with the same content stays as it is.
 * @throws {ApiError} 404, 409 `inspection_finalized` or `inspection_changed`
 */
export async function saveInspection(sql: Sql, { id, body, author, capturedAt, zone }: Save): Promise<void> {
  const { unit_id, lease_id, kind, day, rooms, signatures, finalized, copy, version } = body;
  await requireHome(sql, body);
  await nameItsPhotos(sql, { id, rooms, author });
  const { remark_days } = await readTemplate(sql);
  const [saved] = await sql<{ unit_number: string }>`
    with saved as (
      insert into inspections as inspection (id, unit_id, lease_id, kind, day, rooms, signatures, finalized_at, remarks_until,
        saved_by, saved_at, copy)
      select ${id}::uuid, ${unit_id}, ${lease_id}::int, ${kind}, ${day}::date, ${rooms}::jsonb, ${signatures}::jsonb,
        case when ${finalized} then ${capturedAt} end,
        -- A walk may come days after it was signed, and its tenants have all of theirs.
        case when ${finalized} then (now() at time zone ${zone})::date + ${remark_days}::int end,
        ${author.id}, ${capturedAt}, ${copy}::uuid
      on conflict (id) do update set lease_id = excluded.lease_id, kind = excluded.kind, day = excluded.day,
        rooms = excluded.rooms, signatures = excluded.signatures, finalized_at = excluded.finalized_at,
        remarks_until = excluded.remarks_until, saved_by = excluded.saved_by, saved_at = excluded.saved_at,
        copy = excluded.copy, version = inspection.version + 1
      where inspection.finalized_at is null and inspection.unit_id = excluded.unit_id
        and (inspection.copy = excluded.copy or inspection.version = ${version}::int)
      returning unit_id
    )
    select unit_number from saved join units on units.id = saved.unit_id`;
  if (!saved) return requireSame(sql, id, body);
  if (!finalized || lease_id === null) return;
  const tenants = await sql<{ user_id: number }>`
    select user_id from lease_tenants where lease_id = ${lease_id} order by position`;
  await notify(sql, {
    ...{ kind: 'inspection_finalized', about: `lease:${lease_id}`, except: [author.id] },
    to: tenants.map(({ user_id }) => user_id),
    data: { kind, day, unit_number: saved.unit_number, remark_days },
  });
}

/** The photos that its items have. Those of a finalized one stay as they are, whoever saves it again. */
async function nameItsPhotos(
  sql: Sql,
  { id, rooms, author }: Pick<Save, 'id' | 'author'> & Pick<SavedInspection, 'rooms'>,
): Promise<void> {
  const [stored] = await sql<{ finalized: boolean }>`
    select finalized_at is not null as finalized from inspections where id = ${id}::uuid for update`;
  if (stored?.finalized) return;
  await keepNamedPhotos(sql, { kind: 'inspection', id }, { user: author, digests: digestsIn(rooms) });
}

async function requireHome(sql: Sql, { unit_id, lease_id }: SavedInspection): Promise<void> {
  const [home] = await sql<{ leased: boolean }>`
    select ${lease_id}::int is null or exists (select from leases where id = ${lease_id}::int and unit_id = units.id) as leased
    from units where id = ${unit_id}`;
  if (!home) throw new ApiError(404, 'This unit is not there any more.');
  if (!home.leased) throw new ApiError(404, 'This lease is not there any more.');
}

/** The inspection could not be saved: it was finalized, with the same content or not, or saved elsewhere. */
async function requireSame(
  sql: Sql,
  id: string,
  { rooms, signatures, ...body }: SavedInspection,
): Promise<void> {
  const [stored] = await sql<{ finalized: boolean; same: boolean }>`
    select finalized_at is not null as finalized, copy = ${body.copy}::uuid and unit_id = ${body.unit_id} and ${body.finalized}
      and kind = ${body.kind} and day = ${body.day}::date and lease_id is not distinct from ${body.lease_id}::int
      and rooms = ${rooms}::jsonb and signatures = ${signatures}::jsonb as same
    from inspections where id = ${id}::uuid`;
  if (stored?.finalized && stored.same) return;
  throw stored?.finalized ? refuseFinalized() : refuseChanged();
}

export function refuseFinalized(): ApiError {
  return new ApiError(409, 'This inspection is finalized. It cannot be changed any more.', {
    code: 'inspection_finalized',
  });
}

function refuseChanged(): ApiError {
  return new ApiError(409, 'This inspection was saved on another device since you opened it.', {
    code: 'inspection_changed',
  });
}
