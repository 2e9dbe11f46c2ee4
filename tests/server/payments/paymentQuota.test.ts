import { expect } from 'vitest';
import { GIVEN } from '../../support/server/autopay.ts';
import { resident, server, test as base } from '../../support/server/payingWorld.ts';

const test = base.extend('environment', { CHANGES_PER_RESIDENT: '2' });

test('beginning a payment counts towards the quota of changes, since each asks the provider', async () => {
  await server.charge('resident', 100);
  const begin = () => server.call('POST', '/stripe_payments/create-payment', { as: resident });
  expect([(await begin()).statusCode, (await begin()).statusCode]).toEqual([200, 200]);
  const refused = await begin();
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'too_many']);
});

test('beginning and finishing autopay counts too, since anyone who registers may try cards by it', async () => {
  const begin = (as: string) => server.call('POST', '/autopay/setup', { as, body: GIVEN });
  const finish = () => server.call('POST', '/autopay/setup/finish', { as: resident });
  expect([(await begin(resident)).statusCode, (await finish()).statusCode]).toEqual([201, 200]);
  expect([(await begin(resident)).statusCode, (await finish()).statusCode]).toEqual([429, 429]);
  expect(Object.keys(server.standIn.account.state.setups)).toHaveLength(1);
});
