import type { FastifyBaseLogger } from 'fastify';
import { deleteOldAttempts } from '../auth/rateLimits.ts';
import type { Sql } from '../database/database.ts';
import type { Context } from '../context.ts';
import { deleteOldKeys } from '../http/idempotency.ts';
import { deleteAbandonedUploads } from '../photos/pendingUploads.ts';
import { deleteExpiredSessions } from '../auth/sessions.ts';

/** In milliseconds: how often a process looks whether work is due. */
const LOOKS_EVERY = 60_000;

/**
 * Whether this process is the one to do work that is due once in so many minutes, however many processes ask. Where it
 * dies in the middle, the work is due again after that time.
 */
export async function isDue(sql: Sql, name: string, minutes: number): Promise<boolean> {
  const [begun] = await sql`
    insert into jobs (name) values (${name})
    on conflict (name) do update set begun_at = now()
      where jobs.begun_at <= now() - make_interval(mins => ${minutes})
    returning name`;
  return begun !== undefined;
}

/** Removes what is over: keys, attempts and sessions past their time, and photos that no request got. */
export async function sweep(context: Context): Promise<void> {
  const { database } = context;
  if (!(await isDue(database.sql, 'sweep', 60))) return;
  await deleteOldKeys(database);
  await deleteOldAttempts(database.sql);
  await deleteExpiredSessions(database.sql);
  await deleteAbandonedUploads(context);
}

/** Sweeps now and whenever it is due. Answers how to end it: once that has resolved, nothing of it runs any more. */
export function keepSweeping(context: Context, log: FastifyBaseLogger): () => Promise<void> {
  let running = Promise.resolve();
  const look = () => {
    running = running
      .then(() => sweep(context))
      .catch((error: unknown) => log.error(error, 'could not sweep'));
  };
  look();
  const timer = setInterval(look, LOOKS_EVERY);
  return () => {
    clearInterval(timer);
    return running;
  };
}
