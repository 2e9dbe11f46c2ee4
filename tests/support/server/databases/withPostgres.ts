import { spawn } from 'node:child_process';
import { startPostgres } from './postgres.ts';

/** Runs a command with DATABASE_URL set to a temporary PostgreSQL server: `tsx tests/support/server/databases/withPostgres.ts vitest run --project server`. */
async function main([command, ...args]: string[]): Promise<number> {
  if (!command)
    throw new Error('Usage: tsx tests/support/server/databases/withPostgres.ts <command> [arguments]');
  const postgres = await startPostgres();
  try {
    return await new Promise<number>((resolve, reject) => {
      const child = spawn(command, args, {
        stdio: 'inherit',
        env: { ...process.env, DATABASE_URL: postgres.url },
      });
      // Ctrl-C reaches the command itself; the server must outlive it to be stopped properly.
      process.on('SIGINT', () => undefined);
      process.on('SIGTERM', () => child.kill('SIGTERM'));
      child.on('error', reject);
      child.on('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    await postgres.stop();
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
