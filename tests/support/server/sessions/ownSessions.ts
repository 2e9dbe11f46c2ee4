import type { OwnSession } from '../../../../contract/sessions/ownSession.ts';
import type { SignedIn } from '../../../../contract/users/user.ts';
import { server } from '../world.ts';

export const RESIDENT = 2;
export const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

let porchlight: string;

interface SignedInAs {
  token: string;
  cookie: string;
}

export async function signIn(
  userAgent: string,
  keep_signed_in = true,
  username = 'resident',
): Promise<SignedInAs> {
  const answer = await server.call('POST', '/users/login', {
    body: { username, password: 'porchlight', keep_signed_in },
    headers: { 'user-agent': userAgent },
  });
  return { token: answer.json<SignedIn>().token, cookie: cookieOf(answer) };
}

export function cookieOf({ cookies }: { cookies: unknown }): string {
  const [cookie] = cookies as { name: string; value: string }[];
  return cookie ? `${cookie.name}=${cookie.value}` : '';
}

export const list = async (as: string) =>
  (await server.call('GET', '/sessions', { as })).json<OwnSession[]>();
export const status = async (as: string) => (await server.call('GET', '/sessions', { as })).statusCode;
export const refresh = (headers: Record<string, string>) =>
  server.call('POST', '/users/refresh', { headers });
export async function findPassword(): Promise<void> {
  const [user] = await server.database.sql<{ password_hash: string }>`
    select password_hash from users where id = ${RESIDENT}`;
  porchlight = user!.password_hash;
}

/** Ends all sessions, and gives everybody the first password again. */
export async function endSessions(): Promise<void> {
  await server.database.sql`delete from sessions`;
  await server.database.sql`update users set password_hash = ${porchlight}`;
}
