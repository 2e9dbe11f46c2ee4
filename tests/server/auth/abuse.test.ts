import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { createContext } from '../../../server/process/createContext.ts';
import { DEMO_MARK } from '../../../server/auth/refuseDemo.ts';
import { copyMigratedDatabase } from '../../support/server/databases/embeddedCopies.ts';
import type { TestServer } from '../../support/server/server.ts';
import { server, testWith } from '../../support/server/world.ts';

const test = testWith({ REGISTRATIONS_PER_ADDRESS: '3', SIGN_IN_FAILURES_PER_ACCOUNT: '3' });

const cookieOf = (answer: Awaited<ReturnType<TestServer['call']>>) => {
  const cookie = answer.cookies.find(({ name }) => name === 'porchlight_session');
  return `porchlight_session=${cookie?.value ?? ''}`;
};

test('a server in production or open to others refuses a database with demo data, and the data folder is private', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'porchlight-demo-'));
  await copyMigratedDatabase(path.join(directory, 'database'));
  const database = await openDatabase({ directory: path.join(directory, 'database') });
  await database.sql`insert into secrets (name, secret) values (${DEMO_MARK}, 'made')`;
  await database.close();
  for (const environment of [{ NODE_ENV: 'production' }, { HOST: '0.0.0.0', DEMO: 'false' }]) {
    const configuration = readConfiguration({ ...environment, DATA_DIR: directory });
    await expect(createContext(configuration)).rejects.toThrow('This database contains the demo');
  }
  expect((await stat(path.join(directory, 'database'))).mode & 0o077).toBe(0);
  await rm(directory, { recursive: true });
});

test('registrations sent all at once are limited like those sent one by one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      server.call('POST', '/users/register', {
        body: {
          username: `ida${index}`,
          password: 'a lamp at dusk',
          firstName: 'Ida',
          lastName: 'Brandt',
          email: `ida${index}@example.com`,
        },
      }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201).length).toBeLessThanOrEqual(3);
  expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true);
});

test('a sign-in ends the session whose cookie the device still has', async () => {
  const keep = (username: string, cookie?: string) =>
    server.call('POST', '/users/login', {
      body: { username, password: 'porchlight', keep_signed_in: true },
      headers: cookie ? { cookie } : {},
    });
  const first = cookieOf(await keep('resident'));
  const second = cookieOf(await keep('neighbour', first));
  const renewed = await server.call('POST', '/users/refresh', { headers: { cookie: first } });
  expect(renewed.statusCode).toBe(401);
  expect((await server.call('POST', '/users/refresh', { headers: { cookie: second } })).statusCode).toBe(200);
});

test('failed sign-ins of one account are counted together, whatever the capitals of its name', async () => {
  const guess = async (username: string) =>
    (await server.call('POST', '/users/login', { body: { username, password: 'wrong' } })).statusCode;
  expect(await guess('newcomer')).toBe(401);
  expect(await guess('NEWCOMER')).toBe(401);
  expect(await guess('NewComer')).toBe(401);
  expect(await guess('nEwCoMeR')).toBe(429);
});
