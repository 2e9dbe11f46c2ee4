import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { DEACTIVATED } from '../../contract/users/refusalCodes.ts';
import { TOKEN_MINUTES, type User } from '../../contract/users/user.ts';
import type { Sql } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { ApiError } from '../http/apiError.ts';
import { signToken } from './accessTokens.ts';
import { deviceName } from './deviceName.ts';
import { SESSION_DAYS, newSecret, hashOf, cookieOf, setCookie, clearCookie } from './sessionCookie.ts';
import { type Session, authenticate, findSession, isDeactivated } from './findSession.ts';

/** A session that a transaction has opened or replaced. */
export interface OpenedSession {
  /** Its access token. */
  token: string;
  /** Sends its cookie, to be called once the transaction is committed: a failed one must not replace a good cookie. */
  sendCookie: () => void;
}

/** The most sessions of a user; the one that was used longest ago ends for a new one. */
const MOST_SESSIONS = 100;

/** Opens a session: with `keep`, one that has a cookie. */
export async function openSession(
  app: FastifyInstance,
  {
    sql,
    user,
    keep,
    request,
    reply,
  }: { sql: Sql; user: User; keep: boolean; request: FastifyRequest; reply: FastifyReply },
): Promise<OpenedSession> {
  // Ends the previous session of this device, and with it every copy of its cookie.
  const previousSecret = cookieOf(app, request);
  if (previousSecret) await sql`delete from sessions where cookie_hash = ${hashOf(previousSecret)}`;
  await sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${user.id} order by last_used_at desc offset ${MOST_SESSIONS - 1})`;
  const secret = keep ? newSecret() : undefined;
  const device = deviceName(request.headers['user-agent']);
  const [session] = await sql<{ id: string }>`
    insert into sessions (user_id, cookie_hash, expires_at, device)
    values (${user.id}, ${secret ? hashOf(secret) : null}, ${expiryOf(keep)}, ${device})
    returning id`;
  if (!session) throw new Error('The new session was not returned.');
  return {
    token: tokenFor(app, user, session.id),
    sendCookie() {
      if (secret) setCookie(app, request, reply, secret);
      else if (previousSecret) clearCookie(app, request, reply);
    },
  };
}

/**
 * Renews a session by a valid bearer token, or else by the session cookie, for 30 more days. The token takes precedence,
 * since the cookie may be that of an earlier user of this device.
 * @throws {ApiError} 401 if neither is valid, with the code `deactivated` for a deactivated user
 */
export async function renewSession(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ token: string; user: User }> {
  const secret = cookieOf(app, request);
  const hash = secret ? hashOf(secret) : null;
  const { sql } = app.context.database;
  const session =
    (await authenticate(app, request)) ?? (await findSession(app, sqlTag`sessions.cookie_hash = ${hash}`));
  const byCookie = sqlTag`coalesce(cookie_hash = ${hash}, false) as by_cookie`;
  const [renewed] = session
    ? await sql<{ by_cookie: boolean }>`
        update sessions set last_used_at = now(), device = ${deviceName(request.headers['user-agent'])},
          expires_at = greatest(expires_at,
          case when cookie_hash is null then ${expiryOf(false)} else ${expiryOf(true)} end)
        where id = ${session.id} returning ${byCookie}`.catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable && error.reason === 'disk full')) throw error;
        // Reads go on while nothing can be written, so the token is renewed and the session is not.
        return sql<{ by_cookie: boolean }>`select ${byCookie} from sessions where id = ${session.id}`;
      })
    : [];
  if (!session || !renewed) {
    // The cookie stays, so that each page and the service worker of this device are told, and that a late answer does
    // not delete the cookie which a change of password has set meanwhile.
    if (await isDeactivated(app, request)) {
      throw new ApiError(401, 'This account is not active any more.', { code: DEACTIVATED });
    }
    throw new ApiError(401, 'Please sign in to go on.');
  }
  request.userId = session.user.id;
  if (secret && renewed.by_cookie) setCookie(app, request, reply, secret);
  return { token: tokenFor(app, session.user, session.id), user: session.user };
}

/**
 * Gives the session of a request another id and another cookie, and ends all other sessions of its user, so that nothing
 * that was copied before is valid any more.
 */
export async function replaceSessions(
  app: FastifyInstance,
  {
    sql,
    session: { id, user },
    request,
    reply,
  }: { sql: Sql; session: Session; request: FastifyRequest; reply: FastifyReply },
): Promise<OpenedSession> {
  await sql`delete from sessions where user_id = ${user.id} and id <> ${id}`;
  const previousSecret = cookieOf(app, request);
  const secret = newSecret();
  // Without the cookie of this session, which is then another person's or none, it goes on without one.
  const [replaced] = await sql<{ id: string; has_cookie: boolean }>`
    update sessions set id = gen_random_uuid(), last_used_at = now(), cookie_hash = case
      when cookie_hash = ${previousSecret ? hashOf(previousSecret) : null} then ${hashOf(secret)}::bytea end
    where id = ${id} returning id, cookie_hash is not null as has_cookie`;
  // It was signed out meanwhile.
  if (!replaced) throw new ApiError(401, 'Please sign in to go on.');
  return {
    token: tokenFor(app, user, replaced.id),
    sendCookie() {
      if (replaced.has_cookie) setCookie(app, request, reply, secret);
    },
  };
}

/**
 * Ends the session of a request's token, and that of its cookie.
 * @returns what clears the cookie, to be called once the transaction is committed
 */
export async function endSession(
  app: FastifyInstance,
  {
    sql,
    session,
    request,
    reply,
  }: { sql: Sql; session: Session | undefined; request: FastifyRequest; reply: FastifyReply },
): Promise<() => void> {
  const secret = cookieOf(app, request);
  if (session) await sql`delete from sessions where id = ${session.id}`;
  if (secret) await sql`delete from sessions where cookie_hash = ${hashOf(secret)}`;
  return () => {
    if (secret) clearCookie(app, request, reply);
  };
}

function tokenFor(app: FastifyInstance, user: User, sid: string): string {
  return signToken(app, { sub: String(user.id), sid });
}

/** By the database's clock, which decides whether a session is still valid. */
function expiryOf(keep: boolean): Part {
  return sqlTag`now() + make_interval(mins => ${keep ? SESSION_DAYS * 24 * 60 : TOKEN_MINUTES})`;
}

/** Deletes sessions that ended more than a day ago. */
export async function deleteExpiredSessions(sql: Sql): Promise<void> {
  await sql`delete from sessions where expires_at < now() - interval '1 day'`;
}
