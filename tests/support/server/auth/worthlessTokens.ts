import { createHmac } from 'node:crypto';
import { addUser, signedIn, type Neighbourhood } from '../callers.ts';
import type { TestServer } from '../server.ts';

/** Tokens that must be refused: of a deactivated user, of an ended session, expired and forged ones. */
export async function worthlessTokens(server: TestServer, { me, manager }: Neighbourhood) {
  const { sql } = server.database;
  const deactivated = await signedIn(server, await addUser(server, `gone${me.id}`, 'Gil', null));
  await sql`update users set is_current_user = false where id = ${deactivated.id}`;
  const ended = await signedIn(server, me.id);
  const over = await signedIn(server, me.id);
  await sql`delete from sessions where id = ${partsOf(ended.token).claims.sid}`;
  await sql`
    update sessions set expires_at = now() - interval '1 second' where id = ${partsOf(over.token).claims.sid}`;

  const { header, claims, signature } = partsOf(manager.token);
  const own = partsOf(me.token);
  const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
  const spent = server.app.jwt.sign(
    { ...claims, iat: anHourAgo },
    { key: server.app.context.secrets.tokens.current(), expiresIn: '15m' },
  );
  const unsigned = `${encoded({ ...header, alg: 'none' })}.${encoded(claims)}`;
  const toSign = `${encoded(header)}.${encoded(claims)}`;
  return {
    'someone who was deactivated': deactivated.token,
    'a session that was signed out': ended.token,
    'a session whose time is over': over.token,
    'a manager’s token that is spent': spent,
    'a manager’s token signed with another key': `${toSign}.${createHmac('sha256', 'guessed').update(toSign).digest('base64url')}`,
    'a manager’s token without a signature': `${unsigned}.`,
    'a manager’s token that says it needs none': `${unsigned}.${signature}`,
    'their own token with a manager’s id in it': `${encoded(own.header)}.${encoded({ ...own.claims, sub: String(manager.id) })}.${own.signature}`,
  };
}

function partsOf(token: string) {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const parse = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  return { header: parse(header), claims: parse(claims) as { sub: string; sid: string }, signature };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
