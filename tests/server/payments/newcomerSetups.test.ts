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
