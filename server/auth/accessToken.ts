import type { FastifyInstance, FastifyRequest } from 'fastify';
import sqlTag from 'sql-template-tag';
import { parameter } from '../database/database.ts';

/** How many tokens that were verified are remembered as such: a phone brings the same for a quarter of an hour. */
const TOKENS_KEPT = 1000;

interface Verified extends Bearer {
  /** Milliseconds since 1970. */
  until: number;
}

// What one app has signed is nothing to another.
const verified = new WeakMap<FastifyInstance, Map<string, Verified>>();

interface Claims {
  sub: string;
  sid: string;
  /** Seconds since 1970. */
  exp: number;
}

export interface Bearer {
  sessionId: string;
  userId: number;
}

/** Which of `sessions` is a bearer's, as a condition of a prepared statement. */
export const OF_BEARER = sqlTag`
  sessions.id = ${parameter((bearer: Bearer) => bearer.sessionId)}
  and sessions.user_id = ${parameter((bearer: Bearer) => bearer.userId)}`;

/**
 * Whom a request's bearer token was given to, which is known without asking the database; undefined where it brings none
 * that is ours. Whether that session `holds` is another question.
 */
export function bearerOf(app: FastifyInstance, request: FastifyRequest): Bearer | undefined {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || !token) return undefined;
  const tokens = tokensOf(app);
  const known = tokens.get(token);
  if (known && known.until > Date.now()) return known;
  try {
    const { sid, sub, exp } = app.jwt.verify<Claims>(token);
    const bearer = { sessionId: sid, userId: Number(sub), until: exp * 1000 };
    if (tokens.size === TOKENS_KEPT) tokens.clear();
    tokens.set(token, bearer);
    return bearer;
  } catch {
    // A forged, malformed or spent token says nothing about who asks.
    return undefined;
  }
}

function tokensOf(app: FastifyInstance): Map<string, Verified> {
  let tokens = verified.get(app);
  if (!tokens) {
    tokens = new Map();
    verified.set(app, tokens);
  }
  return tokens;
}
