import { raw } from 'sql-template-tag';
import type { Database } from './database.ts';

/**
 * Vacuums and analyses the tables that changed since the last time, and writes a checkpoint. PGlite has neither PostgreSQL's
 * autovacuum nor its checkpointer, so without this deleted rows and the write-ahead log are kept until the server stops.
 * Each table is a statement of its own, so that requests get their turn between two.
 */
export async function vacuum({ sql }: Database, stopping: AbortSignal): Promise<void> {
  // Otherwise the counts are up to a minute old.
  await sql`select pg_stat_force_next_flush()`;
  // The system's tables too: each analysis replaces rows of theirs.
  const changed = await sql<{ name: string }>`
    select relid::regclass::text as name from pg_stat_all_tables
    where schemaname <> 'pg_toast' and n_dead_tup + n_mod_since_analyze + n_ins_since_vacuum > 0`;
  for (const { name } of changed) {
    if (stopping.aborted) return;
    await sql`vacuum (analyze) ${raw(name)}`;
  }
  if (!stopping.aborted) await sql`checkpoint`;
}
