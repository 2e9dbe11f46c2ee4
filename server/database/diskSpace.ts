import { statfsSync } from 'node:fs';

const MIB = 1024 * 1024;
/** Below this nothing is written: four segments of the embedded database's write-ahead log. */
export const RESERVED_MEGABYTES = 64;
/** Below this management is warned. */
const LOW_MEGABYTES = 512;

/** The disk of the data directory. */
export interface DiskSpace {
  /** The bytes that the server's user may still write. Takes microseconds. */
  freeBytes(): number;
}

/** `low`: management is warned. `full`: changes are refused while reads go on. */
export type DiskState = 'ample' | 'low' | 'full';

/** The disk that holds a directory, which must exist. */
export function diskSpace(directory: string): DiskSpace {
  return {
    freeBytes: () => {
      const { bavail, blocks, bsize } = statfsSync(directory);
      // Some file systems do not tell their size.
      return blocks === 0 ? Infinity : bavail * bsize;
    },
  };
}

export function diskState(disk: DiskSpace): DiskState {
  const free = freeMegabytes(disk);
  if (free < RESERVED_MEGABYTES) return 'full';
  return free < LOW_MEGABYTES ? 'low' : 'ample';
}

/** Free megabytes of 2^20 bytes, rounded down. */
export function freeMegabytes(disk: DiskSpace): number {
  return Math.floor(disk.freeBytes() / MIB);
}
