import { parseArgs } from 'node:util';
import { loadBackup } from '../backup/load.ts';
import { inWords, runProgram } from './runCommand.ts';
import { backupOf } from '../backup/source.ts';
import { readConfiguration } from '../configuration.ts';

const USAGE = `npm run move -- --to postgres://…
  Copies the database of DATA_DIR (or of DATABASE_URL) into an empty one on a PostgreSQL server. Stop the server first,
  and start it with the new DATABASE_URL. Photos stay where they are.`;

/** `npm run move`: everything or no row; what is moved from stays as it is. */
async function move(): Promise<string> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (!values.to) throw new Error(USAGE);
  // It is read as the configuration would be, so that a typing error is told in the same words.
  const { DATABASE_URL: url = '' } = readConfiguration({ DATABASE_URL: values.to });
  const source = backupOf(readConfiguration(process.env), { withPhotos: false, stopped: true });
  const end = await loadBackup({ url }, undefined, source);
  return `${inWords(end)} are moved. Start the server with DATABASE_URL set to the new database from now on: the old one stays as it is.`;
}

runProgram(move);
