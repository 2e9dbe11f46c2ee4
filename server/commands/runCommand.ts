import { END, End } from '../backup/format.ts';
import type { Entry } from '../backup/archive.ts';

/** Runs one of the commands of backup, with its failures in words. */
export function runProgram(program: () => Promise<string>): void {
  program().then(
    (words) => process.stdout.write(`${words}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}

/** What the last entry of a backup says it holds. */
export function endOf({ path, body }: Entry): End | undefined {
  return path === END ? End.parse(JSON.parse(body.toString())) : undefined;
}

export function inWords({ rows, photo_files, photo_files_missing }: End): string {
  const sum = Object.values(rows).reduce((all, count) => all + count, 0);
  const missing = photo_files_missing > 0 ? `, ${photo_files_missing} files of photos were missing` : '';
  return `${sum} rows of ${Object.keys(rows).length} tables and ${photo_files} files of photos${missing}`;
}
