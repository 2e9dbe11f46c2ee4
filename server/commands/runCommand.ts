import { parseArgs, type ParseArgsConfig } from 'node:util';
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

/**
 * Reads the arguments of a command.
 * @param usage how the command is called, in lines
 * @throws {Error} in words, with the usage, where there is one that it does not take
 */
export function readArguments<C extends ParseArgsConfig>(usage: string, config: C) {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What follows the first sentence is about how `parseArgs` itself is called.
    throw new Error(`${error.message.split('. ', 1)[0]}.\n\n${usage}`, { cause: error });
  }
}

export function describeSummary({ rows, photo_files, photo_files_missing }: Summary): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const missing = photo_files_missing > 0 ? `, ${photo_files_missing} files of photos were missing` : '';
  return `${total} rows of ${Object.keys(rows).length} tables and ${photo_files} files of photos${missing}`;
}
