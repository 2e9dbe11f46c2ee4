import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { bytesOf, END_OF_ARCHIVE, NotWhole } from '../backup/archive.ts';
import { type End } from '../backup/format.ts';
import { endOf, inWords, runProgram } from './runCommand.ts';
import { backupOf } from '../backup/source.ts';
import { readConfiguration } from '../configuration.ts';

const USAGE = `npm run backup -- FILE [--without-photos]
  Writes the database and its photos, as of one moment, to a new file (.tar.gz) that only you can read. The server may
  be running. The file holds passwords' hashes and the server's secrets: keep it as safe as the server itself.`;

/** `npm run backup`: the whole file or none. */
async function backup(): Promise<string> {
  const { values, positionals } = parseArgs({
    options: { 'without-photos': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [name] = positionals;
  if (!name || positionals.length > 1) throw new Error(USAGE);
  const file = path.resolve(name);
  if (existsSync(file)) throw new Error(`${file} is there already: a backup is never written over another.`);

  const source = backupOf(readConfiguration(process.env), {
    withPhotos: !values['without-photos'],
    stopped: false,
  });
  let end: End | undefined;
  async function* archive() {
    for await (const entry of source) {
      end = endOf(entry);
      yield* bytesOf(entry);
    }
    yield END_OF_ARCHIVE;
  }
  const unfinished = `${file}.unfinished`;
  try {
    const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(archive(), { objectMode: false }), createGzip({ level: 4 }), target);
    if (!end) throw new NotWhole();
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return `${inWords(end)} are in ${file}, which only its owner can read: it holds the server's secrets.`;
}

runProgram(backup);
