import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { createArchive, IncompleteBackupError } from '../backup/archive.ts';
import { createBackup } from '../backup/create.ts';
import { Summary, SUMMARY_PATH } from '../backup/format.ts';
import { readConfiguration } from '../configuration.ts';
import { describeSummary, runCommand } from './runCommand.ts';

const USAGE = `npm run backup -- FILE [--without-photos]
  Writes the database and its photos, as of one moment, to a new file (.tar.gz) that only you can read. The server may
  be running. The file holds passwords' hashes and the server's secrets: keep it as safe as the server itself.`;

/** `npm run backup`: writes a complete file, or none. */
async function backup(): Promise<string> {
  const { values, positionals } = parseArgs({
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
  let summary: Summary | undefined;
  const archive = createArchive(async (add) => {
    for await (const entry of entries) {
      if (entry.path === SUMMARY_PATH) summary = Summary.parse(JSON.parse(entry.body.toString()));
      await add(entry);
    }
  });
  const unfinished = `${file}.unfinished`;
  try {
    const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(archive, createGzip({ level: 4 }), target);
    if (!summary) throw new IncompleteBackupError();
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return `${describeSummary(summary)} are in ${file}, which only its owner can read: it holds the server's secrets.`;
}

runCommand(backup);
