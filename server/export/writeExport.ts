import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dayIn } from '../../contract/values/timeZone.ts';
import { communityName } from '../community/settings.ts';
import { recordAudit } from '../database/auditLog.ts';
import type { Database, Sql } from '../database/database.ts';
import { csvFiles } from './csvParts.ts';
import { importFiles } from './importFiles.ts';
import { readMe } from './readMe.ts';
import { recordFiles } from './recordFiles.ts';
import { zipOf, type ZippedFile } from './zip.ts';

export interface ExportOptions {
  /** The community's time zone. */
  zone: string;
  /** The manager who takes it; null for a command on the server. */
  author: number | null;
}

/** The name of an archive that is taken now, by the community's day. */
export const exportName = (zone: string) => `porchlight-export-${dayIn(zone, new Date())}.zip`;

/**
 * Writes everything of the community as of one moment into `target`, as a ZIP archive, and records who took it. The embedded
 * database has one connection, so its writers wait until it is written: the target is a file, not somebody's connection.
 */
export async function writeExport(
  database: Database,
  target: NodeJS.WritableStream,
  { zone, author }: ExportOptions,
): Promise<void> {
  const at = new Date();
  await database.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`;
    await pipeline(Readable.from(zipOf(filesOf(sql, zone, at), at)), target);
  });
  await recordAudit(database.sql, author, [{ subject: 'community', subject_id: 1, action: 'exported' }]);
}

async function* filesOf(sql: Sql, zone: string, at: Date): AsyncGenerator<ZippedFile> {
  const today = dayIn(zone, at);
  const importing = importFiles(today);
  const reading = await recordFiles(sql);
  const text = readMe({ name: await communityName(sql), at, zone, today, importing, reading });
  yield { path: 'README.txt', parts: Readable.from([Buffer.from(text)]) };
  for (const file of [...importing, ...reading]) yield* csvFiles(sql, file);
}
