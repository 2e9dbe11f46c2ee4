import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openZone } from '../community/zone.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { writeExport } from '../export/writeExport.ts';
import { COMMANDS, requestFromServer } from '../process/commandSocket.ts';
import { databaseLocation } from '../process/createContext.ts';
import { readArguments, runCommand } from './runCommand.ts';

const USAGE = `npm run export -- FILE
  Writes everything of the community as CSV files to a new ZIP archive (.zip) that only you can read, as of one moment.
  The server may be running. To move or restore a server take a backup instead, which has photos and passwords too.`;

/** `npm run export`: writes a complete archive, or none. */
async function exportCommunity(): Promise<string> {
  const { positionals } = readArguments(USAGE, { allowPositionals: true });
  const [name] = positionals;
  if (!name || positionals.length > 1) throw new Error(USAGE);
  const file = path.resolve(name);
  if (existsSync(file)) throw new Error(`${file} is there already: an export is never written over another.`);
  const unfinished = `${file}.unfinished`;
  const target = await open(unfinished, 'wx', 0o600);
  try {
    await writeTo(target.createWriteStream({ flush: true }), readConfiguration(process.env));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return `Everything of the community is in ${file}, which only its owner can read. README.txt in it says what is where.`;
}

const REFUSALS: Readonly<Record<number, string>> = {
  404: 'The running server is of another version: restart it, then export.',
  409: 'Another export is being made just now. Please try again once it is finished.',
};

/** A server that runs on the embedded database writes it, since no other process can open that. */
async function writeTo(target: NodeJS.WritableStream, configuration: Configuration): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = configuration;
  if (!DATABASE_URL) {
    const running = await requestFromServer(DATA_DIR, COMMANDS.export);
    if (running) {
      if (running.statusCode !== 200) {
        running.resume();
        throw new Error(
          REFUSALS[running.statusCode ?? 500] ?? 'The server could not make the archive. Its log says why.',
        );
      }
      return pipeline(running, target);
    }
    const directory = path.resolve(DATA_DIR, 'database', 'postgres');
    if (!existsSync(directory)) throw new Error(`There is no database in ${directory}: is DATA_DIR right?`);
  }
  const database = await openDatabase(databaseLocation(configuration));
  try {
    const zone = await openZone(database, configuration.TIME_ZONE);
    await writeExport(database, target, { zone: zone.current(), author: null });
  } finally {
    await database.close();
  }
}

runCommand(exportCommunity);
