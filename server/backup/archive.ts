import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { Header } from 'tar';

/** One file of a backup, small enough to be held whole. */
export interface Entry {
  path: string;
  body: Buffer;
}

const BLOCK = 512;
/** What ends a tar archive: two blocks of nothing. */
export const END_OF_ARCHIVE = Buffer.alloc(2 * BLOCK);
/** In bytes: none that we write comes near it, so a length beyond it is damage. */
const LARGEST_ENTRY = 256 * 1024 * 1024;
/** In milliseconds: a reader that stalls longer would hold up whoever works on the database. */
const PATIENCE = 30_000;

/** Entries as the bytes of a tar archive, as fast as they are read. What `write` throws breaks the stream. */
export function archiveOf(write: (add: (entry: Entry) => Promise<void>) => Promise<unknown>): Readable {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  writeArchive(stream, write).catch((error: unknown) => {
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return stream;
}

/** The same into a stream that is there. */
export async function writeArchive(
  stream: Writable,
  write: (add: (entry: Entry) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  await write(async (entry) => {
    for (const part of bytesOf(entry)) {
      if (stream.destroyed) throw new Error('The reader of the backup went away.');
      if (!stream.write(part)) await drained(stream);
    }
  });
  stream.end(END_OF_ARCHIVE);
}

async function drained(stream: Writable): Promise<void> {
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(PATIENCE)]);
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]);
  done.abort();
}

/** The entries of a tar archive, one at a time. */
export async function* entriesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const take = taker(stream);
  for (;;) {
    const header = new Header(await take(BLOCK));
    if (header.nullBlock) return;
    const { path, size = 0, cksumValid } = header;
    if (!cksumValid || !path || size > LARGEST_ENTRY) throw new NotWhole();
    const body = await take(size);
    await take(paddingOf(size));
    yield { path, body };
  }
}

/** An archive that was cut short or damaged. */
export class NotWhole extends Error {
  constructor(cause?: unknown) {
    super('This backup is not whole: it was cut short, damaged, or is none.', { cause });
  }
}

/** Gives so many bytes at a time of a stream whose chunks are of any length. */
function taker(stream: AsyncIterable<Buffer>): (length: number) => Promise<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let length = 0;
  return async (wanted) => {
    while (length < wanted) {
      const next = await chunks.next();
      if (next.done) throw new NotWhole();
      held.push(next.value);
      length += next.value.length;
    }
    const all = Buffer.concat(held);
    held = [all.subarray(wanted)];
    length -= wanted;
    return all.subarray(0, wanted);
  };
}

/** An entry's header, body and padding. */
export function bytesOf({ path, body }: Entry): Buffer[] {
  const header = new Header({ path, size: body.length, mode: 0o600, mtime: new Date(), type: 'File' });
  header.encode();
  if (!header.block) throw new Error(`No header was made for ${path}.`);
  return [header.block, body, Buffer.alloc(paddingOf(body.length))];
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}
