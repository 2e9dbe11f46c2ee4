import { expect } from 'vitest';
import { GIVEN } from '../../support/server/autopay.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';

const test = testWith();

test('whose unit is not confirmed may begin autopay ten times an hour, and a resident more often', async () => {
  const begin = async (as: string) =>
    (await server.call('POST', '/autopay/setup', { as, body: GIVEN })).statusCode;
  const [newcomer, resident] = [await server.token('newcomer'), await server.token('resident')];
  for (let time = 0; time < 10; time++) {
    expect([await begin(newcomer), await begin(resident)]).toEqual([201, 201]);
  }
  expect([await begin(newcomer), await begin(resident)]).toEqual([429, 201]);
});

test('whoever has used up their own reports spends nothing of what newcomers may send together', async () => {
  const newcomer = await server.token('newcomer');
  for (let time = 0; time < 15; time++)
    await server.call('POST', '/autopay/setup', { as: newcomer, body: GIVEN });
  const suggestion = { as: newcomer, body: { announcement: 'A bench under the maple' } };
  for (let time = 0; time < 5; time++) {
    expect((await server.call('POST', '/announcements/submit', suggestion)).statusCode).toBe(429);
  }
  const { sql } = server.database;
  expect(
    await sql`select count(*)::int as count from attempts where subject = 'reports of newcomers'`,
  ).toEqual([{ count: 10 }]);
  // And where that is used up, nobody's own is.
  await sql`delete from attempts where subject like 'reports of #%'`;
  await sql`insert into attempts (subject) select 'reports of newcomers' from generate_series(1, 190)`;
  expect((await server.call('POST', '/autopay/setup', { as: newcomer, body: GIVEN })).statusCode).toBe(429);
  expect(await sql`select spent from attempts where subject like 'reports of #%'`).toEqual([]);
});
