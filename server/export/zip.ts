import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive, in parts of its bytes. */
export interface ZippedFile {
  path: string;
  parts: AsyncIterable<Uint8Array>;
}

/** The bytes of a ZIP archive of these files, made as they are read: no file is ever whole in memory. */
export async function* zipOf(files: AsyncIterable<ZippedFile>, at: Date): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  let failure: Error | undefined;
  const archive = new Zip((error, bytes) => {
    if (error) failure = error;
    else made.push(bytes);
  });
  const take = () => {
    if (failure) throw failure;
    const taken = made;
    made = [];
    return taken;
  };
  for await (const { path, parts } of files) {
    const file = new ZipDeflate(path, { level: 6 });
    file.mtime = at;
    archive.add(file);
    for await (const part of parts) {
      file.push(part);
      yield* take();
    }
    file.push(new Uint8Array(), true);
    yield* take();
  }
  archive.end();
  yield* take();
}
