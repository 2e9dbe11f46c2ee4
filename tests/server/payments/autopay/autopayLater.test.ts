import { afterEach, beforeEach, expect, vi } from 'vitest';
import { ledgerDiscrepancies } from '../../../../server/resources/ledger/discrepancies.ts';
import { chargeAutopay } from '../../../../server/resources/payments/autopay/chargeAutopay.ts';
import { ageRuns, NEW_YORK, providerOf } from '../../../support/server/autopay.ts';
import { at, intents, runs, setUp } from '../../../support/server/payments/autopayRuns.ts';
import { resident, server, test } from '../../../support/server/payingWorld.ts';

// What is sent to the provider later than it was claimed.

const DAY = '2026-03-01';

beforeEach(async () => {
  await setUp();
  await server.charge('resident', 80);
});
afterEach(async () => expect(await ledgerDiscrepancies(server.database)).toEqual([]));

/** Claims a try, and cannot reach the provider for ten hours. */
async function claimInVain(): Promise<void> {
  const down = providerOf(server);
  vi.spyOn(down.stripe.paymentIntents, 'create').mockRejectedValue(new Error('The provider is down.'));
  await chargeAutopay(down, { zone: NEW_YORK, now: new Date(`${DAY}T17:00:00Z`) });
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 80.00 on its way']);
  await ageRuns(server, 10);
}

test('what was paid otherwise while the provider was down is not charged once more', async () => {
  await claimInVain();
  await server.charge('resident', -80);
  await at(DAY);
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 80.00 canceled']);
  expect(intents()).toEqual([]);
  expect(await server.balance('resident')).toBe(0);
});

test('a limit that was lowered while the provider was down holds', async () => {
  await claimInVain();
  const lowered = await server.call('PUT', '/autopay', {
    as: resident,
    body: { charge_day: 1, max_amount: 10 },
  });
  expect(lowered.statusCode, lowered.body).toBe(200);
  await at(DAY);
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 80.00 abandoned']);
  expect(intents()).toEqual([]);
});

test('what was paid in part while the provider was down is charged by the next try', async () => {
  await claimInVain();
  await server.charge('resident', -30);
  await at(DAY);
  expect(intents()).toEqual([]);
  await server.database.sql`update autopay_runs set ended_at = '2026-03-01T18:00:00Z'`;
  await at('2026-03-03');
  expect(await runs()).toEqual([
    '2026-03 1 2026-03-01 80.00 abandoned',
    '2026-03 2 2026-03-03 50.00 succeeded',
  ]);
  expect(await server.balance('resident')).toBe(0);
});
