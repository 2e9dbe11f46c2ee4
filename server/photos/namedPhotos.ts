import sqlTag, { empty, type Sql as Part } from 'sql-template-tag';
import { API_PREFIX } from '../../contract/http/route.ts';
import type { NamedPhoto, PhotoRecordKind, PhotosTaken } from '../../contract/photos/recordPhotos.ts';
import type { User } from '../../contract/users/user.ts';
import type { Sql } from '../database/database.ts';
import { isoTimestamp } from '../database/isoTimestamp.ts';
import { ApiError } from '../http/apiError.ts';
import type { PhotoPolicy } from './photoUploads.ts';
import type { PhotoUrls } from './signedUrls.ts';

/** What one kind of record says of the photos that it names. */
export interface NamedPhotoKind {
  /**
   * Locks the record until the transaction ends, where it is told to.
   * @throws {ApiError} 404 for a record that is not there or that this user does not see, 403 where they may not add its photos
   */
  requireOwn(sql: Sql, user: User, id: string, options: { lock: boolean }): Promise<void>;
  /** Whether the record is shown at all, so that its photos are served. */
  isShown(sql: Sql, id: string): Promise<boolean>;
}

/**
 * Photos that management takes, and that whoever is answered their signed addresses may see.
 * @param find selects the record of this id, if it is one, to which `lock` is added
 * @param gone what is said of a record that is not there
 */
export function photosByManagement(find: (id: string) => Part | undefined, gone: string): NamedPhotoKind {
  return {
    async requireOwn(sql, user, id, { lock }) {
      const record = user.is_manager ? find(id) : undefined;
      const found = record ? await sql`${record} ${lock ? sqlTag`for update` : empty}` : [];
      if (found.length === 0) throw new ApiError(404, gone);
    },
    isShown: () => Promise.resolve(true),
  };
}

/** A number as it stands in the address of photos; undefined for any other text. */
export const numberOf = (id: string): number | undefined => (/^\d{1,9}$/.test(id) ? Number(id) : undefined);

interface NamedRecord {
  kind: PhotoRecordKind;
  id: string;
}

/** Names photos with a record, in the order in which they are shown. They are sent after it. */
export async function namePhotos(
  sql: Sql,
  { kind, id }: NamedRecord,
  { user, digests, taken = [] }: { user: Pick<User, 'id'>; digests: readonly string[]; taken?: PhotosTaken },
): Promise<void> {
  if (digests.length === 0) return;
  await sql`
    insert into named_photos (record_kind, record_id, sha256, position, named_by, taken_at)
    select ${kind}, ${id}, sha256, place, ${user.id}, taken.taken_at
    from unnest(${digests}::text[]) with ordinality as named (sha256, place)
    left join jsonb_to_recordset(${taken}::jsonb) as taken (sha256 text, taken_at timestamptz(3)) using (sha256)
    on conflict do nothing`;
}

/**
 * Names exactly these photos with a record that is edited: those that it names no longer are deleted. Nothing is changed where it
 * names them already.
 */
export async function keepNamedPhotos(
  sql: Sql,
  { kind, id }: NamedRecord,
  { user, digests }: { user: User; digests: readonly string[] },
): Promise<void> {
  const dropped = await sql<{ photo_id: string | null }>`
    delete from named_photos where record_kind = ${kind} and record_id = ${id} and sha256 <> all(${digests}::text[])
    returning photo_id`;
  await sql`delete from photos where id = any(${dropped.map(({ photo_id }) => photo_id)}::uuid[])`;
  await sql`
    delete from photo_uploads where record_kind = ${kind} and record_id = ${id} and sha256 <> all(${digests}::text[])`;
  const named = await sql<{ sha256: string }>`
    select sha256 from named_photos where record_kind = ${kind} and record_id = ${id}`;
  const before = new Set(named.map(({ sha256 }) => sha256));
  await namePhotos(sql, { kind, id }, { user, digests: digests.filter((digest) => !before.has(digest)) });
}

export interface PhotosShown {
  photos: NamedPhoto[];
  awaited_photos: number;
}
const NONE: PhotosShown = { photos: [], awaited_photos: 0 };

type Row = Omit<NamedPhoto, 'photo_url' | 'thumbnail_url' | 'id' | 'taken_at'> & {
  record_id: string;
  id: string | null;
  taken_at: string | null;
  awaited: boolean;
};

/** The photos of records of one kind, read in one pass. Returns what to show of a record, by its id. */
export async function readPhotosOf(
  sql: Sql,
  photoUrls: PhotoUrls,
  { kind, ids }: { kind: PhotoRecordKind; ids: readonly string[] },
): Promise<(id: string) => PhotosShown> {
  const rows =
    ids.length === 0
      ? []
      : await sql<Row>`
          select record_id, photos.id, width, height, named.sha256, photo_id is null and given_up_at is null as awaited,
            ${isoTimestamp(sqlTag`named.taken_at`)} as taken_at
          from named_photos as named left join photos on photos.id = named.photo_id
          where record_kind = ${kind} and record_id = any(${ids}::text[]) order by record_id, named.position`;
  const now = new Date();
  const byRecord = new Map<string, Row[]>();
  for (const row of rows) {
    const ofRecord = byRecord.get(row.record_id);
    if (ofRecord) ofRecord.push(row);
    else byRecord.set(row.record_id, [row]);
  }
  return (id) => {
    const ofRecord = byRecord.get(id);
    if (!ofRecord) return NONE;
    return {
      photos: ofRecord.flatMap(({ id, width, height, sha256, taken_at }) => {
        if (id === null) return [];
        const photo = { ...addresses(photoUrls, id, now), id, width, height, sha256 };
        return taken_at === null ? photo : { ...photo, taken_at };
      }),
      awaited_photos: ofRecord.filter(({ awaited }) => awaited).length,
    };
  };
}

/** The signed addresses of a photo. */
function addresses(photoUrls: PhotoUrls, id: string, now: Date) {
  return {
    photo_url: photoUrls.sign(`${API_PREFIX}/photos/${id}`, now),
    thumbnail_url: photoUrls.sign(`${API_PREFIX}/photos/${id}/thumbnail`, now),
  };
}

/** Whether a photo is one that a record names which is shown. */
export async function isNamedPhotoShown(
  sql: Sql,
  kinds: Readonly<Record<PhotoRecordKind, NamedPhotoKind>>,
  photo: string,
): Promise<boolean> {
  const [named] = await sql<NamedRecord>`
    select record_kind as kind, record_id as id from named_photos where photo_id = ${photo}::uuid`;
  return named !== undefined && kinds[named.kind].isShown(sql, named.id);
}

/** How the photos are taken that a record names, of a kind. */
export function namedPhotoPolicy(records: NamedPhotoKind): PhotoPolicy {
  return {
    async standing(sql, { kind, id, sha256, user }, { lock = true } = {}) {
      await records.requireOwn(sql, user, id, { lock });
      const [named] = await sql<{ awaited: boolean; attached: boolean }>`
        select photo_id is null and given_up_at is null as awaited, photo_id is not null as attached
        from named_photos where record_kind = ${kind} and record_id = ${id} and sha256 = ${sha256}
        ${lock ? sqlTag`for update` : empty}`;
      if (!named) throw new ApiError(409, 'This photo does not belong to it.', { code: 'not_named' });
      return { ...named, removed: false };
    },
    async awaitPhoto(sql, { kind, id, sha256 }) {
      await sql`
        update named_photos set given_up_at = null
        where record_kind = ${kind} and record_id = ${id} and sha256 = ${sha256}`;
    },
    async attach(sql, { kind, id, sha256 }, stored) {
      await sql`
        insert into photos (id, position, sha256, filename, width, height)
        select ${stored.id}::uuid, position, sha256, ${stored.filename}, ${stored.width}, ${stored.height}
        from named_photos where record_kind = ${kind} and record_id = ${id} and sha256 = ${sha256}`;
      await sql`
        update named_photos set photo_id = ${stored.id}::uuid
        where record_kind = ${kind} and record_id = ${id} and sha256 = ${sha256}`;
    },
    async forget(sql, { kind, id, sha256 }) {
      await sql`
        update named_photos set given_up_at = now()
        where record_kind = ${kind} and record_id = ${id} and sha256 = ${sha256} and photo_id is null`;
    },
  };
}
