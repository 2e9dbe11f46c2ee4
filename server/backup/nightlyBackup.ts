import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import sqlTag from 'sql-template-tag';
import { dayText } from '../../contract/values/calendar.ts';
import { dayIn, hourIn } from '../../contract/values/timeZone.ts';
import type { Warning } from '../../contract/warnings/warning.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../database/database.ts';
import { backupName, BackupStoreUnavailable, type BackupStore } from './backupStore.ts';
import { writeBackupFile } from './file.ts';
import { expiredBackups } from './retention.ts';
import { writeBackup } from './write.ts';

/** The hour of the community's day from which on its backup is made. */
const FROM_HOUR = 3;
/** After a failure, and after a process that died while it made one, in minutes. */
const AGAIN_AFTER = 60;
const GIVEN_UP_AFTER = 6 * 60;
/** After how many days without a good backup management is told. */
const OLD_AFTER = 2;

/**
 * Makes the day's backup where it is due and no process has: writes it beside the data, stores it, reads its size back,
 * and only then deletes what is not kept. It is spooled to the disk, since a slow store would keep writers waiting.
 */
export async function makeNightlyBackup(
  { database, photos, configuration, zone }: Context,
  store: BackupStore,
  { stopping, now = new Date() }: { stopping: AbortSignal; now?: Date },
): Promise<void> {
  if (hourIn(zone.current(), now) < FROM_HOUR) return;
  const day = dayIn(zone.current(), now);
  const [claimed] = await database.sql`
    insert into nightly_backups as night (day) values (${day})
    on conflict (day) do update set begun_at = now(), failed_at = null
      where night.completed_at is null and (night.failed_at < now() - make_interval(mins => ${AGAIN_AFTER})
        or (night.failed_at is null and night.begun_at < now() - make_interval(mins => ${GIVEN_UP_AFTER})))
    returning day`;
  if (!claimed) return;
  const folder = path.resolve(configuration.DATA_DIR, 'backup');
  const file = path.join(folder, 'tonight.tar.gz');
  try {
    // What a process that died has left.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const withPhotos = configuration.BACKUP_PHOTOS === 'true' ? photos : undefined;
    await writeBackupFile((add) => writeBackup(database, withPhotos, add), file);
    const name = backupName(now);
    const { size } = await stat(file);
    await store.putFile(name, file, stopping);
    const stored = await store.sizeOf(name);
    if (stored !== size) {
      throw new BackupStoreUnavailable(
        `The backup has ${size} bytes, and ${stored ?? 'none'} are in the store.`,
      );
    }
    await database.sql`
      update nightly_backups set completed_at = now(), name = ${name}, bytes = ${size} where day = ${day}`;
  } catch (error) {
    await database.sql`update nightly_backups set failed_at = now() where day = ${day}`.catch(
      () => undefined,
    );
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const { name } of expiredBackups(await store.list())) {
    stopping.throwIfAborted();
    await store.remove(name);
  }
}

/** When the last good backup was in the store; undefined if there is none. */
export async function lastBackup(sql: Sql): Promise<Date | undefined> {
  const [last] = await sql<{ at: string | null }>`select max(completed_at) as at from nightly_backups`;
  return last?.at ? new Date(last.at) : undefined;
}

/** A row where the last good backup is too old, `at` being when it was made; null where none was made for as long. */
export const oldBackup = sqlTag`
  select max(completed_at) as at from nightly_backups
  having coalesce(max(completed_at), min(begun_at)) < now() - make_interval(days => ${OLD_AFTER})
    or (max(completed_at) is null and min(day) < current_date - ${OLD_AFTER}::int)`;

/** Says when the last good backup is too old, or when none was made for as long since the first was tried. */
export async function backupWarnings(sql: Sql, timeZone: string): Promise<Warning[]> {
  const [old] = await sql<{ at: string | null }>`${oldBackup}`;
  if (!old) return [];
  const last = old.at
    ? `The last good backup is of ${dayText(dayIn(timeZone, new Date(old.at)))}.`
    : 'No backup has worked yet.';
  return [{ code: 'backup_old', message: `${last} Please have the server’s log looked at.` }];
}

/** The metric that an operator is alarmed by, over all processes. */
export function backupMetric({ context, metricsRegistry, log }: FastifyInstance): void {
  if (!context.configuration.BACKUP_S3_ENDPOINT) return;
  new Gauge({
    name: 'porchlight_backup_last_success_timestamp_seconds',
    help: 'When the last good nightly backup was in the store; 0 if there is none, NaN while the database is away.',
    registers: [metricsRegistry],
    async collect() {
      try {
        this.set(((await lastBackup(context.database.sql))?.getTime() ?? 0) / 1000);
      } catch (error) {
        log.warn(error, 'the last backup could not be looked up');
        this.set(NaN);
      }
    },
  });
}
