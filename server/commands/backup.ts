import { existsSync } from 'node:fs';
import path from 'node:path';
import { createBackup } from './createBackup.ts';
import { writeBackupFile } from '../backup/file.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { describeSummary, readArguments, runCommand } from './runCommand.ts';

const USAGE = `npm run backup -- FILE [--without-photos]
  Writes the database and its photos, as of one moment, to a new file (.tar.gz) that only you can read. The server may
  be running. The file contains passwords' hashes and the server's secrets: keep it as safe as the server itself.`;

/** `npm run backup`: writes a complete file, or none. */
async function backup(): Promise<string> {
  const { values, positionals } = readArguments(USAGE, {
    options: { 'without-photos': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [name] = positionals;
  if (!name || positionals.length > 1) throw new Error(USAGE);
  const file = path.resolve(name);
  if (existsSync(file)) throw new Error(`${file} is there already: a backup is never written over another.`);

  const entries = createBackup(readConfiguration(process.env), {
    withPhotos: !values['without-photos'],
    stopped: false,
  });
  const summary = await writeBackupFile(async (add) => {
    for await (const entry of entries) await add(entry);
  }, file);
  return `${describeSummary(summary)} are in ${file}, which only its owner can read: it contains the server's secrets.`;
}

runCommand(backup);
