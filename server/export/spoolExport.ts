import { randomUUID } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import { mkdir, open as openFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { Context } from '../context.ts';
import { ApiError } from '../http/apiError.ts';
import { endedUnread } from './endedUnread.ts';
import { exportName, writeExport } from './writeExport.ts';

export interface SpooledExport {
  name: string;
  bytes: number;
  archive: ReadStream;
}

/** Being written or read: each takes as much of the disk as the archive has. */
const MOST_OPEN = 3;

/** One at a time, since each holds the embedded database while it is written. */
let isRunning = false;
let open = 0;

/**
 * Writes an export to the disk and opens it, so that whoever reads it slowly keeps no writer waiting. The file has no name any
 * more by then: nothing is left of it once it is read, nobody has read of it for a minute, or the process has ended.
 * @throws {ApiError} 409 while another one is written, so that none waits for somebody who has gone, or three are read
 */
export async function spoolExport(context: Context, author: number | null): Promise<SpooledExport> {
  if (isRunning) {
    throw new ApiError(409, 'An export is being made just now. Please try again once it is finished.');
  }
  if (open >= MOST_OPEN) {
    throw new ApiError(
      409,
      'Three exports are being downloaded just now. Please try again once one of them is finished, or in a minute.',
    );
  }
  isRunning = true;
  open += 1;
  let spooled: SpooledExport | undefined;
  try {
    spooled = await spool(context, author);
    return spooled;
  } finally {
    isRunning = false;
    if (spooled) spooled.archive.once('close', () => (open -= 1));
    else open -= 1;
  }
}

async function spool(
  { database, configuration, zone }: Context,
  author: number | null,
): Promise<SpooledExport> {
  const folder = path.resolve(configuration.DATA_DIR);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = path.join(folder, `export-${randomUUID()}.unfinished`);
  const file = await openFile(name, 'wx+', 0o600);
  try {
    await rm(name);
    // Not a stream of the file's own, which would hold it open after it was read.
    const target = new Writable({
      write: (bytes: Uint8Array, _encoding, done) => void file.appendFile(bytes).then(() => done(), done),
    });
    await writeExport(database, target, { zone: zone.current(), author });
    const { size } = await file.stat();
    const archive = endedUnread(file.createReadStream({ start: 0, autoClose: true }));
    return { name: exportName(zone.current()), bytes: size, archive };
  } catch (error) {
    await file.close();
    throw error;
  }
}
