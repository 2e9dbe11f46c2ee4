import { expect } from 'vitest';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { photo, reportForm } from '../../support/server/server.ts';
import { resident, server, testWith } from '../../support/server/world.ts';

const test = testWith({ LOG_LEVEL: 'trace' });

test('the log has a line for every request, and no password, token, cookie, signature, hash or phone number', async () => {
  const signedIn = await server.call('POST', '/users/login', {
    body: { username: 'resident', password: 'porchlight', keep_signed_in: true },
  });
  const { token } = signedIn.json<{ token: string }>();
  const [cookie] = signedIn.cookies as { name: string; value: string }[];
  await server.call('POST', '/users/login', { body: { username: 'resident', password: 'a wrong guess' } });
  await server.call('POST', '/users/refresh', { headers: { cookie: `${cookie!.name}=${cookie!.value}` } });
  await server.call('POST', '/users/login', {
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"password":"half a pass'),
  });
  const made = await server.call('POST', '/maintenance', {
    as: token,
    form: reportForm({ information: 'Leak' }, { 'a.jpg': await photo() }),
  });
  await server.call('PUT', '/users/2', { as: token, body: { phone: '518-555-0199' } });
  await server.call('PUT', '/users/2', { as: token, body: { phone: '518-555-0199 home' } });
  const url = made.json<MaintenanceRequest>().photos[0]!.photo_url;
  await server.app.inject(url);
  await server.app.inject(`${url}x`);
  await server.app.inject(`/nowhere?token=${token}`);

  const log = server.log.join('');
  expect(log).toContain('"/api/maintenance"');
  expect(log).toContain('"statusCode":403');
  const signature = new URL(url, 'http://localhost').searchParams.get('signature')!;
  for (const secret of [
    'porchlight"',
    'a wrong guess',
    'half a pass',
    token,
    cookie!.value,
    signature,
    '$argon2',
    '555-0199',
  ]) {
    expect(log, secret).not.toContain(secret);
  }
});

test('a request is one line of the log with method, path, address, status and duration', async () => {
  const before = server.log.length;
  await server.call('GET', '/health?because=somebody+asked');
  expect(server.log.length - before).toBe(1);
  const line = JSON.parse(server.log.at(-1)!) as { responseTime: number };
  expect(line).toMatchObject({
    msg: 'request completed',
    req: { method: 'GET', path: '/api/health', ip: '127.0.0.1' },
    res: { statusCode: 200 },
  });
  expect(line.responseTime).toBeGreaterThan(0);
});

test('the line of a request says by an id, and by no name, who made it or whose account was tried', async () => {
  const userOf = async (answer: Promise<unknown>) => {
    await answer;
    const line = server.log.filter((each) => each.includes('request completed')).at(-1)!;
    expect(line).not.toMatch(/resident|Robin|Hale/);
    return (JSON.parse(line) as { user?: number }).user;
  };
  const login = (username: string, password: string) =>
    server.call('POST', '/users/login', { body: { username, password } });
  expect(await userOf(server.call('GET', '/maintenance', { as: resident }))).toBe(2);
  expect(await userOf(server.call('GET', '/users', { as: resident }))).toBe(2);
  expect(await userOf(server.call('GET', '/users'))).toBeUndefined();
  expect(await userOf(server.call('GET', '/users', { as: `${resident}x` }))).toBeUndefined();
  expect(await userOf(login('Resident', 'a wrong guess'))).toBe(2);
  expect(await userOf(login('resident', 'porchlight'))).toBe(2);
  expect(await userOf(login('nobody', 'porchlight'))).toBeUndefined();
});

test('a database error is logged without the data of the row', async () => {
  await server.database.sql`alter table users add constraint no_ida check (first_name <> 'Ida')`;
  const answer = await server.call('POST', '/users/register', {
    body: {
      username: 'ida',
      password: 'a lamp at dusk',
      firstName: 'Ida',
      lastName: 'Brandt',
      email: 'ida@example.com',
    },
  });
  await server.database.sql`alter table users drop constraint no_ida`;
  expect(answer.statusCode).toBe(500);
  const line = server.log.find((each) => each.includes('"unexpected error"'))!;
  expect(JSON.parse(line)).toMatchObject({ err: { code: '23514', constraint: 'no_ida', table: 'users' } });
  expect(line).not.toContain('argon2');
  expect(line).not.toContain('ida@example.com');
});
