import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';

/** One file of a backup, small enough to be held in memory. */
export interface Entry {
  path: string;
  body: Buffer;
}

export type AddEntry = (entry: Entry) => Promise<void>;

const BUFFER_BYTES = 1024 * 1024;
/** No entry that we write comes near it, so a larger one is damage. */
const MAX_ENTRY_BYTES = 256 * 1024 * 1024;
/** A reader that stalls longer would hold a transaction of the database open. */
const READER_TIMEOUT_MS = 30_000;

/** A tar archive of the entries that `writeEntries` adds, with backpressure. An error it throws fails the stream. */
export function createArchive(writeEntries: (add: AddEntry) => Promise<unknown>): Readable {
  const archive = pack({ highWaterMark: BUFFER_BYTES });
  const add: AddEntry = async ({ path, body }) => {
    const written = archive.entry({ name: path, mode: 0o600 }, body);
    await once(written, 'close', { signal: AbortSignal.timeout(READER_TIMEOUT_MS) });
  };
  writeEntries(add).then(
    () => archive.finalize(),
    (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return Readable.from(archive, { objectMode: false });
}

/**
 * The entries of a tar archive, one at a time.
 * @throws {IncompleteBackupError} where the archive is cut short or damaged; what fails its source, as it is
 */
export async function* readArchive(source: Readable): AsyncGenerator<Entry> {
  const archive = extract();
  source.on('error', (error) => archive.destroy(error));
  source.pipe(archive);
  try {
    for await (const entry of archive) {
      if (entry.header.size > MAX_ENTRY_BYTES) throw new Error(`${entry.header.name} is too large.`);
      yield { path: entry.header.name, body: await buffer(entry) };
    }
  } catch (error) {
    throw source.errored ?? new IncompleteBackupError(error);
  } finally {
    source.destroy();
  }
}

export class IncompleteBackupError extends Error {
  constructor(cause?: unknown) {
    super('This backup is not whole: it was cut short, damaged, or is none.', { cause });
  }
}
