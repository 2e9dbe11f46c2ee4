import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Runs this program again in a mount namespace of its own, with a file system that only it sees, whose folder is the
 * variable SMALL_DISK. Answers its exit code.
 */
export function onSmallDisk(megabytes: number): number {
  if (!existsSync('/proc/self/ns/mnt')) {
    throw new Error('This needs Linux: it mounts a file system of its own.');
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-disk-'));
  const mount = `mount -t tmpfs -o size=${megabytes}m none "$SMALL_DISK" && exec "$@"`;
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { status, error } = spawnSync('unshare', ['-rm', 'sh', '-c', mount, 'sh', ...again], {
    stdio: 'inherit',
    env: { ...process.env, SMALL_DISK: folder },
  });
  rmSync(folder, { recursive: true });
  if (error) throw error;
  return status ?? 1;
}

/** Writes a file until so many bytes are left on its disk; to the last byte for 0. */
export function fillDisk(file: string, left: number): void {
  const descriptor = openSync(file, 'a');
  try {
    for (const chunk of [1024 * 1024, 4096, 1]) {
      const bytes = Buffer.alloc(chunk);
      try {
        while (freeBytes(file) > left) writeSync(descriptor, bytes);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(path.dirname(file));
  return bavail * bsize;
}
