import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { cookieFor, readCookie } from './cookies.ts';

const COOKIE = 'porchlight_session';
/** How long a session cookie is valid after its last use, in days. */
export const SESSION_DAYS = 30;

/** Of a row of `sessions`, whether it is the one of a request's cookie. */
export function isCookieSession(app: FastifyInstance, request: FastifyRequest): Part {
  const secret = cookieOf(app, request);
  return sqlTag`coalesce(sessions.cookie_hash = ${secret ? hashOf(secret) : null}, false)`;
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The secret of the session cookie. */
export function cookieOf(app: FastifyInstance, request: FastifyRequest): string | undefined {
  return readCookie(app, request, COOKIE);
}

export function setCookie(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
): void {
  const { name, options } = cookieFor(app, request, COOKIE);
  reply.setCookie(name, secret, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60 });
}

export function clearCookie(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  const { name, options } = cookieFor(app, request, COOKIE);
  reply.clearCookie(name, options);
}
