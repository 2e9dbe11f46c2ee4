import type { Summary } from '../backup/format.ts';

/** Runs a command to its end: prints its result or, with exit code 1, its error's message. */
export function runCommand(command: () => Promise<string>): void {
  command().then(
    (result) => process.stdout.write(`${result}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}

export function describeSummary({ rows, photo_files, photo_files_missing }: Summary): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const missing = photo_files_missing > 0 ? `, ${photo_files_missing} files of photos were missing` : '';
  return `${total} rows of ${Object.keys(rows).length} tables and ${photo_files} files of photos${missing}`;
}
