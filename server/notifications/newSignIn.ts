import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieFor, readCookie } from '../auth/cookies.ts';
import { deviceName } from '../auth/deviceName.ts';
import { addressOf } from '../auth/limits/rateLimits.ts';
import { isCookieSession } from '../auth/sessionCookie.ts';
import type { Sql } from '../database/database.ts';
import { notify } from './notify.ts';

/** The cookie by which a device is known again. It says nothing else, and stays when somebody signs out. */
const COOKIE = 'porchlight_device';
/** How long a device is known that nobody signs in with, in days: as long as browsers keep a cookie. */
const DAYS_KNOWN = 400;

interface SignIn {
  sql: Sql;
  user_id: number;
  /** Whether the device stays signed in. Without that nothing is left on it. */
  keep: boolean;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Remembers the device of a sign-in, and tells its person of one that is not known. It is known by its cookie, or by a session
 * that the request comes with; without either by its make together with its network, so that no device of the same make
 * elsewhere passes for it, and one that keeps no cookie is not told of at each sign-in at home.
 * @returns what sends the cookie, to be called once the transaction is committed
 */
export async function noteDevice(
  app: FastifyInstance,
  { sql, user_id, keep, request, reply }: SignIn,
): Promise<() => void> {
  const device = deviceName(request.headers['user-agent']);
  const received = /^[\w-]{43}$/.exec(readCookie(app, request, COOKIE) ?? '')?.[0];
  const secret = received ?? (keep ? randomBytes(32).toString('base64url') : undefined);
  const signs = [
    `network\n${device ?? ''} ${networkOf(request.ip)}`,
    ...(secret ? [`cookie\n${secret}`] : []),
  ];
  const marks = signs.map((sign) => hashOf(`${user_id}\n${sign}`));
  // By these the version before knows them.
  const sharedMarks = signs.map(hashOf);
  const [known] = await sql<{ is_known: boolean; is_first: boolean }>`
    with noted as (
      insert into known_devices (user_id, mark) select ${user_id}, unnest(${marks}::text[])
      on conflict (user_id, mark) do update set seen_at = now()
    ), forgotten as (
      delete from known_devices
      where user_id = ${user_id} and not mark = any(${marks}::text[])
        and (seen_at < now() - make_interval(days => ${DAYS_KNOWN}) or mark = any(${sharedMarks}::text[]))
    )
    select
      exists (select from known_devices where user_id = ${user_id} and mark = any(${[...marks, ...sharedMarks]}::text[]))
        or exists (select from sessions where user_id = ${user_id} and ${isCookieSession(app, request)}) as is_known,
      not exists (select from known_devices where user_id = ${user_id})
        and not exists (select from seen_devices where user_id = ${user_id}) as is_first`;
  // With the first one the account begins.
  if (known && !known.is_known && !known.is_first) {
    await notify(sql, { kind: 'new_sign_in', to: [user_id], data: { device } });
  }
  return () => {
    if (!keep || !secret) return;
    const { name, options } = cookieFor(app, request, COOKIE);
    reply.setCookie(name, secret, { ...options, maxAge: DAYS_KNOWN * 24 * 60 * 60 });
  };
}

/** Of a person's own sign, so that no two people's marks tell that they share a device or a network. */
function hashOf(sign: string): string {
  return createHash('sha256').update(sign).digest('hex');
}

/** The network of an address, since a phone's own changes within it: the first 24 bits, of IPv6 48. */
function networkOf(ip: string): string {
  const address = addressOf(ip);
  return address.includes(':')
    ? `${address.split(':').slice(0, 3).join(':')}::/48`
    : `${address.split('.').slice(0, 3).join('.')}.0/24`;
}
