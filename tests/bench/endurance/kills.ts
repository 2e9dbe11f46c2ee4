import { readArguments, readNumber } from '../../../scripts/arguments.mjs';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { killRounds, type KillFigures } from '../../support/server/kills/kills.ts';
import { startPostgres } from '../../support/server/databases/postgres.ts';

const USAGE = `npm run kills -- --rounds 50 [--postgres]
  Kills the built server under load so many times and prints the result.`;

/** `npm run kills`. */
async function main(): Promise<void> {
  const { values } = readArguments(USAGE, {
    options: { rounds: { type: 'string', default: '50' }, postgres: { type: 'boolean', default: false } },
  });
  const rounds = readNumber('rounds', values.rounds, USAGE);
  const figures = await (values.postgres ? onServer(rounds) : killRounds(rounds));
  const { faults, ...counts } = figures;
  const where = values.postgres ? 'PostgreSQL' : 'the embedded database';
  process.stdout.write(
    `On ${where}: ${counts.rounds} kills, ${counts.acknowledged} changes acknowledged, ${counts.cutOff} cut off, ` +
      `${counts.repeats} answered again, ${counts.swept} files left behind and swept, ${faults.length} faults.\n`,
  );
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

async function onServer(rounds: number): Promise<KillFigures> {
  const postgres = await startPostgres();
  try {
    return await killRounds(rounds, (await serverDatabase(postgres.url)).url);
  } finally {
    await postgres.stop();
  }
}

await main();
