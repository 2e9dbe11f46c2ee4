import type { FastifyInstance, FastifyRequest } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { verifyToken } from './accessTokens.ts';
import { hasSecondFactor, withSecondFactorDuty } from './secondFactor.ts';
import type { SignedInUser } from './signedInUser.ts';
import { userColumns } from './userColumns.ts';
import { hashOf, cookieOf } from './sessionCookie.ts';

/** How long a session lasts after its sign-in at most, in days, so that a stolen cookie expires. */
const MAX_SESSION_DAYS = 180;

/** Of a row of `sessions`, whether it is valid. */
export const validSession = sqlTag`sessions.expires_at > now()
  and sessions.created_at > now() - make_interval(days => ${MAX_SESSION_DAYS})`;

/** A valid session and its user. */
export interface Session {
  id: string;
  user: SignedInUser;
}

/**
 * The session of a request's bearer token. Role and activity are read from the database, so that a sign-out or a
 * deactivation takes effect with the next request.
 */
export async function authenticate(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const claims = await verifyToken(app, request);
  if (!claims) return undefined;
  const session = await findSession(app, sqlTag`sessions.id = ${claims.sid}`);
  if (session?.user.id !== Number(claims.sub)) return undefined;
  request.userId = session.user.id;
  return session;
}

export async function findSession(app: FastifyInstance, where: Part): Promise<Session | undefined> {
  return (await selectSessions(app, where))[0];
}

/** Those of these sessions that are valid, by their ids. */
export async function findSessions(
  app: FastifyInstance,
  ids: readonly string[],
): Promise<Map<string, Session>> {
  const found = await selectSessions(app, sqlTag`sessions.id = any(${ids}::uuid[])`);
  return new Map(found.map((session) => [session.id, session]));
}

async function selectSessions(
  { context: { database, configuration } }: FastifyInstance,
  where: Part,
): Promise<Session[]> {
  const rows = await database.sql<SignedInUser & { session_id: string; has_second_factor: boolean }>`
    select ${userColumns}, units.property_id, sessions.id as session_id, ${hasSecondFactor} as has_second_factor
    from sessions
    join users on users.id = sessions.user_id
    left join units on units.id = users.unit
    where ${where} and ${validSession} and users.is_current_user`;
  return rows.map(({ session_id, has_second_factor, ...user }) => ({
    id: session_id,
    user: withSecondFactorDuty(configuration, user, has_second_factor),
  }));
}

/** The session of a request's cookie. */
export async function findCookieSession(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const secret = cookieOf(app, request);
  if (!secret) return undefined;
  return findSession(app, sqlTag`sessions.cookie_hash = ${hashOf(secret)}`);
}

/**
 * Whether the token or the cookie of a request is that of a deactivated user. An expired token still says whose device
 * this is, so that it can forget what it has cached.
 */
export async function isDeactivated(app: FastifyInstance, request: FastifyRequest): Promise<boolean> {
  const claims = await verifyToken(app, request, { ignoreExpiration: true });
  const secret = cookieOf(app, request);
  const user = claims
    ? sqlTag`id = ${Number(claims.sub)}`
    : sqlTag`id in (select user_id from sessions where cookie_hash = ${secret ? hashOf(secret) : null})`;
  const rows = await app.context.database.sql`select 1 from users where not is_current_user and ${user}`;
  return rows.length > 0;
}
