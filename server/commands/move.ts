import { createBackup } from './createBackup.ts';
import { loadBackup } from '../backup/load.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { describeSummary, readArguments, runCommand } from './runCommand.ts';

const USAGE = `npm run move -- --to postgres://…
  Copies the database of DATA_DIR (or of DATABASE_URL) into an empty one on a PostgreSQL server. Stop the server first,
  and start it with the new DATABASE_URL. Photos stay where they are.`;

/** `npm run move`: copies everything, or no row; the source is not changed. */
async function move(): Promise<string> {
  const { values, positionals } = readArguments(USAGE, {
    options: { to: { type: 'string' } },
    allowPositionals: true,
  });
  if (!values.to || positionals.length > 0) throw new Error(USAGE);
  // Parsed like the setting, so that a typing error gives the same message.
  const { DATABASE_URL: url = '' } = readConfiguration({ DATABASE_URL: values.to });
  const entries = createBackup(readConfiguration(process.env), { withPhotos: false, stopped: true });
  const summary = await loadBackup({ url }, undefined, entries);
  return `${describeSummary(summary)} are moved. Start the server with DATABASE_URL set to the new database from now on: the old one stays as it is.`;
}

runCommand(move);
