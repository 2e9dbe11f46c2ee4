import { expect } from 'vitest';
import { answerDispute, openDispute } from '../../../stripe-stand-in/refundsAndDisputes.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { server, test } from '../../support/server/payingWorld.ts';
import { paid, entries } from '../../support/server/payments/paymentEvents.ts';

test('a disputed payment is owed again, and counts again once the dispute is won', async () => {
  await paid(100, 'pm_card_createDispute');
  await server.deliver(server.events());
  expect(await server.balance('resident')).toBe(100);
  const [dispute] = Object.values(server.standIn.account.state.disputes);
  answerDispute(server.standIn.account, dispute!.id, 'winning_evidence');
  await server.deliver(server.events());
  expect((await entries()).slice(2)).toEqual([
    'Card Dispute 100 Payment disputed with the bank',
    'Card Dispute -100 Dispute closed: the payment stands',
  ]);
  expect(await server.balance('resident')).toBe(0);
});

test('a lost dispute stays owed, and the warning of a dispute changes no balance', async () => {
  const { id, latest_charge } = await paid(100);
  await server.deliver(server.events());
  const warning = { id: 'du_w', status: 'warning_needs_response', amount: 10000, payment_intent: id };
  const told = { id: 'evt_w', object: 'event', type: 'charge.dispute.created', created: 1, livemode: false } as const; // prettier-ignore
  await server.deliver([{ ...told, data: { object: warning } }]);
  expect(await server.balance('resident')).toBe(0);
  const { account } = server.standIn;
  const dispute = openDispute(account, account.state.charges[latest_charge!]!);
  answerDispute(account, dispute.id, 'losing_evidence');
  await server.deliver(server.events());
  expect(await server.balance('resident')).toBe(100);
});

test('a dispute that a manager reversed already is not reversed again when it is won', async () => {
  await paid(100, 'pm_card_createDispute');
  await server.deliver(server.events());
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description, reverses)
    select user_id, unit_id, -amount, type, 'Reversed by hand', id from transactions where type = 'Card Dispute'`;
  const [dispute] = Object.values(server.standIn.account.state.disputes);
  answerDispute(server.standIn.account, dispute!.id, 'winning_evidence');
  expect(new Set(await server.deliver(server.events()))).toEqual(new Set([200]));
  expect(await server.balance('resident')).toBe(0);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});
