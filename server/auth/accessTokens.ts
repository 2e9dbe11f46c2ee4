import { randomBytes } from 'node:crypto';
import jwt from '@fastify/jwt';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { TOKEN_MINUTES } from '../../contract/users/user.ts';

const Claims = z.object({
  /** The user's id: digits that fit PostgreSQL's integer. */
  sub: z.string().regex(/^\d{1,9}$/),
  /** The session's id. */
  sid: z.guid(),
});
export type Claims = z.infer<typeof Claims>;

/** Registers what signs and verifies access tokens. */
export async function acceptTokens(app: FastifyInstance): Promise<void> {
  await app.register(jwt, {
    // Never used: each call names the secret of its moment.
    secret: randomBytes(48).toString('base64url'),
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'] },
  });
}

export function signToken(app: FastifyInstance, claims: Claims): string {
  return app.jwt.sign(claims, { key: app.context.secrets.tokens.current(), expiresIn: `${TOKEN_MINUTES}m` });
}

/** The claims of a request's bearer token. A missing, forged, malformed or expired one has none. */
export async function verifyToken(
  { context }: FastifyInstance,
  request: FastifyRequest,
  options: { ignoreExpiration?: boolean } = {},
): Promise<Claims | undefined> {
  if (!request.headers.authorization) return undefined;
  const claims = await context.secrets.tokens.verify((key) =>
    request.jwtVerify<object>({ ...options, key }).catch(() => undefined),
  );
  return Claims.safeParse(claims).data;
}
