import { readConfiguration } from '../configuration/configuration.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { DirectoryInUse } from '../database/directoryLock.ts';
import { databaseLocation } from '../process/createContext.ts';
import { readArguments } from './runCommand.ts';
import { ledgerDiscrepancies } from '../resources/ledger/discrepancies.ts';

const USAGE = `npm run check:ledger
  Checks the ledger against itself and prints what disagrees. Stop a server on the embedded database first.`;

/** `npm run check:ledger`: prints the discrepancies of the ledger, or that there are none. */
async function checkLedger(): Promise<void> {
  readArguments(USAGE, {});
  const database = await openDatabase(databaseLocation(readConfiguration(process.env))).catch(
    (error: unknown) => {
      if (!(error instanceof DirectoryInUse)) throw error;
      throw new Error(
        `The server is running on this embedded database, which only one process can open. Stop it and check again; a PostgreSQL server (DATABASE_URL) can be checked while it runs.\n${error.message}`,
        { cause: error },
      );
    },
  );
  try {
    const [counted] = await database.sql<{ entries: number; people: number }>`
      select count(*) as entries, count(distinct user_id) as people from transactions`;
    const discrepancies = await ledgerDiscrepancies(database);
    const looked = `${counted?.entries ?? 0} entries of ${counted?.people ?? 0} people`;
    if (discrepancies.length === 0) {
      process.stdout.write(`Nothing disagrees: ${looked} were looked at.\n`);
      return;
    }
    process.stdout.write(
      `${discrepancies.join('\n')}\n${discrepancies.length} disagreements in ${looked}.\n`,
    );
    process.exitCode = 1;
  } finally {
    await database.close();
  }
}

checkLedger().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
