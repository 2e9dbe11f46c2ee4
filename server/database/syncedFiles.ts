import fs from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Settings = Parameters<NodeFS['init']>[1];

// The part of Emscripten's NODEFS that is used here; PGlite's types leave it opaque.
interface Stream {
  nfd?: number;
  node: unknown;
}
interface NodeFiles {
  stream_ops: { fsync?: (stream: Stream) => number };
  realPath(node: unknown): string;
  convertNodeCode(error: unknown): number;
}
interface Errors {
  ErrnoError: new (errno: number) => Error;
}

/** PGlite's files in a directory, with an fsync that reaches the disk: as shipped it has none. */
export class SyncedFiles extends NodeFS {
  readonly #onSync: () => void;

  constructor(directory: string, onSync: () => void = () => undefined) {
    super(directory);
    this.#onSync = onSync;
  }

  override async init(pg: PGlite, settings: Settings): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, settings);
    emscriptenOpts.preRun?.push((module) => {
      const files = module.NODEFS as unknown as NodeFiles;
      const errors = module.FS as unknown as Errors;
      files.stream_ops.fsync = (stream) => {
        try {
          // Emscripten opens no descriptor for a directory.
          if (stream.nfd === undefined) syncDirectory(files.realPath(stream.node));
          else fs.fsyncSync(stream.nfd);
        } catch (error) {
          // An error that PostgreSQL knows, so that it stops instead of trusting the disk.
          throw new errors.ErrnoError(files.convertNodeCode(error));
        }
        this.#onSync();
        return 0;
      };
    });
    return { emscriptenOpts };
  }
}

function syncDirectory(path: string): void {
  if (process.platform === 'win32') return; // has no such thing
  const descriptor = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Syncs a directory and, unless told not to, everything below it. */
export async function syncTree(directory: string, { deep = true } = {}): Promise<void> {
  if (deep) {
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) await syncTree(path);
      else if (entry.isFile()) {
        const file = await open(path, 'r+');
        try {
          await file.sync();
        } finally {
          await file.close();
        }
      }
    }
  }
  syncDirectory(directory);
}
