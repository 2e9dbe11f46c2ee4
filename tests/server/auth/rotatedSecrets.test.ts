import { expect, onTestFinished, vi } from 'vitest';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { openSecrets, replaceSecrets } from '../../../server/auth/signingSecrets.ts';
import { photo, reportForm } from '../../support/server/server.ts';
import { isolatedTest as test, resident, server } from '../../support/server/world.ts';

const listWith = async (token: string) =>
  (await server.call('GET', '/maintenance', { as: token })).statusCode;
const get = async (url: string) => (await server.app.inject(url)).statusCode;

/** The address of a photo as the list has it now. */
async function photoUrl(as: string): Promise<string> {
  const [first] = (await server.call('GET', '/maintenance', { as })).json<MaintenanceRequest[]>();
  return first!.photos[0]!.photo_url;
}

async function report(): Promise<void> {
  const form = reportForm({ information: 'Leak' }, { 'leak.jpg': await photo() });
  expect((await server.call('POST', '/maintenance', { as: resident, form })).statusCode).toBe(201);
}

test('after a rotation what was signed before still works, after the second it does not', async () => {
  await report();
  const oldUrl = await photoUrl(resident);
  await replaceSecrets(server.database);
  await server.app.context.secrets.refresh();
  expect(await listWith(resident)).toBe(200);
  expect(await get(oldUrl)).toBe(200);
  const newToken = await server.token('resident');
  const newUrl = await photoUrl(newToken);
  expect(newUrl).not.toBe(oldUrl);

  await replaceSecrets(server.database);
  await server.app.context.secrets.refresh();
  expect(await listWith(resident)).toBe(401);
  expect(await get(oldUrl)).toBe(403);
  expect(await listWith(newToken)).toBe(200);
  expect(await get(newUrl)).toBe(200);
});

test('whoever signed a token with a leaked secret, and renewed it, is out after the rotation for a leak', async () => {
  await report();
  const { secrets } = server.app.context;
  const rotate = async (options?: { leaked: boolean }) => {
    await replaceSecrets(server.database, options);
    await secrets.refresh();
  };
  // A backup has the secret and the ids of sessions.
  const [session] = await server.database.sql<{ id: string }>`select id from sessions where user_id = 1`;
  const claims = { sub: '1', sid: session!.id };
  const forged = server.app.jwt.sign(claims, { key: secrets.tokens.current(), expiresIn: '15m' });
  await rotate();
  const answer = await server.call('POST', '/users/refresh', { as: forged });
  const renewed = answer.json<{ token: string }>().token;
  expect(await listWith(renewed)).toBe(200);
  const url = await photoUrl(resident);
  expect(await get(url)).toBe(200);

  await rotate({ leaked: true });
  expect(await listWith(forged)).toBe(401);
  expect(await listWith(renewed)).toBe(401);
  expect((await server.call('POST', '/users/refresh', { as: renewed })).statusCode).toBe(401);
  expect(await get(url)).toBe(403);
  expect(await listWith(await server.token('resident'))).toBe(200);
});

test('a process that has not read the new secrets yet finds no session either after the rotation for a leak', async () => {
  const { tokens } = server.app.context.secrets;
  const before = tokens.current();
  await replaceSecrets(server.database, { leaked: true });
  expect(await listWith(resident)).toBe(401);
  expect(tokens.current()).toBe(before);
});

test('a process that has not read the new secrets yet accepts what another one signed with them', async () => {
  await report();
  await replaceSecrets(server.database);
  const other = await openSecrets(server.database);
  const { secrets } = server.app.context;
  expect(secrets.tokens.current()).not.toBe(other.tokens.current());
  const { sub, sid } = server.app.jwt.decode<{ sub: string; sid: string }>(resident)!;
  const signed = server.app.jwt.sign({ sub, sid }, { key: other.tokens.current(), expiresIn: '15m' });
  expect(await listWith(signed)).toBe(200);
  expect(secrets.tokens.current()).toBe(other.tokens.current());
});

test('a replaced secret is accepted only for as long as what it signed is valid', async () => {
  await report();
  const url = await photoUrl(resident);
  await replaceSecrets(server.database);
  const { sql } = server.database;
  await sql`update secrets set replaced_at = now() - interval '21 minutes'`;
  await server.app.context.secrets.refresh();
  expect(await listWith(resident)).toBe(401);
  expect(await get(url)).toBe(200);
  await sql`update secrets set replaced_at = now() - interval '38 hours'`;
  await server.app.context.secrets.refresh();
  expect(await get(url)).toBe(403);
});

test('with TOKEN_SECRET tokens are signed by it, also after a rotation', async () => {
  const secrets = await openSecrets(server.database, 'a secret of the environment, long enough');
  await replaceSecrets(server.database);
  await secrets.refresh();
  expect(secrets.tokens.current()).toBe('a secret of the environment, long enough');
});

test('a server that listens reads the secrets every minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { tokens } = server.app.context.secrets;
  const before = tokens.current();
  await replaceSecrets(server.database);
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => tokens.current()).not.toBe(before);
});
