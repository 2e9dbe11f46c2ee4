import { createHash, randomBytes } from 'node:crypto';
import { hasManager } from '../../community/settings.ts';
import type { Database, Sql } from '../../database/database.ts';

/** How long the link of a set-up is valid, in hours; the next start tells another one. */
export const SETUP_LINK_HOURS = 24;

/**
 * Makes the link by which a community without a manager is set up; the one before is no longer valid, also of another process.
 * @returns its token, which is stored only as a hash; undefined where there is a manager
 */
export async function makeSetupLink({ sql }: Database): Promise<string | undefined> {
  if (await hasManager(sql)) return undefined;
  const token = randomBytes(24).toString('base64url');
  await sql`
    insert into setup_links (token_hash, expires_at)
    values (${hashOf(token)}, now() + make_interval(hours => ${SETUP_LINK_HOURS}))
    on conflict (id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`;
  return token;
}

/** Whether a link is valid. */
export async function isSetupLink(sql: Sql, token: string): Promise<boolean> {
  const rows = await sql`
    select 1 from setup_links where token_hash = ${hashOf(token)} and expires_at > now()`;
  return rows.length > 0;
}

/** Uses a link up, and says whether it was valid. A second use waits until the first one is committed. */
export async function useSetupLink(sql: Sql, token: string): Promise<boolean> {
  const rows = await sql`
    delete from setup_links where token_hash = ${hashOf(token)} and expires_at > now() returning 1`;
  return rows.length > 0;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
