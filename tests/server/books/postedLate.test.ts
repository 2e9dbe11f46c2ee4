import type Stripe from 'stripe';
import { expect } from 'vitest';
import { mediumDayText, monthName } from '../../../contract/values/calendar.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { recordIntent } from '../../../server/resources/payments/recordIntent.ts';
import { recordDispute, recordRefund } from '../../../server/resources/payments/refundsAndDisputes.ts';
import { addOpenPayment, settlePayment, residentWith } from '../../support/server/accounts.ts';
import { CLOSED, closeMonth, FIRST_OPEN, LAST_CLOSED_DAY, NOTE } from '../../support/server/books/closing.ts';
import { isolatedTest as test, server } from '../../support/server/world.ts';

const ZONE = 'UTC';

test('rent that is posted late counts from the first open day, once, and says for which day it is', async () => {
  const { sql } = server.database;
  await closeMonth();
  await sql`insert into leases (unit_id, starts, proration, created_by) values (1, ${CLOSED}, 'actual_days', 1)`;
  await sql`insert into lease_tenants (lease_id, user_id, position) select max(id), 2, 1 from leases`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month) select max(id), 'rent', 900, 1, ${CLOSED}::date from leases`;
  for (let runs = 0; runs < 2; runs += 1) await postLeaseCharges(server.database, { zone: ZONE });
  const rents = await sql`
    select effective_on::text as effective_on, description from transactions where user_id = 2 and type = 'Rent' order by id limit 2`;
  expect(rents).toEqual([
    {
      effective_on: FIRST_OPEN,
      description: `Rent for ${monthName(CLOSED)} (for ${mediumDayText(CLOSED)}, in a closed month)`,
    },
    { effective_on: FIRST_OPEN, description: `Rent for ${monthName(FIRST_OPEN)}` },
  ]);
});

test('what the card provider reports late counts after the closed month, and says for which day it is', async () => {
  const { sql } = server.database;
  const payer = await residentWith(server);
  await settlePayment(server, payer, { amount: 40 });
  const other = await residentWith(server);
  const intent = await addOpenPayment(server, other, 'processing', 30);
  await closeMonth();
  const paid = { id: intent, status: 'succeeded', currency: 'usd', amount_received: 3000, metadata: {} };
  const latest_charge = { created: Date.parse(`${LAST_CLOSED_DAY}T12:00:00Z`) / 1000 };
  const log = { error: () => undefined } as never;
  await recordIntent(sql, { ...paid, latest_charge } as unknown as Stripe.PaymentIntent, { log, zone: ZONE });
  const of = { payment_intent: `pi_${payer}`, amount: 1000 };
  await recordRefund(sql, { ...of, id: 're_1', status: 'succeeded' } as Stripe.Refund);
  await recordDispute(sql, { ...of, id: 'du_1', status: 'won' } as Stripe.Dispute);
  const entries = await sql`
    select effective_on::text as effective_on, type, amount, description from transactions order by id desc limit 4`;
  const note = ' (for May 2, 2026, in a closed month)';
  expect(entries.reverse()).toEqual([
    { effective_on: FIRST_OPEN, type: 'Card Payment', amount: -30, description: `Card payment${NOTE}` },
    { effective_on: null, type: 'Card Refund', amount: 10, description: `Refund to card${note}` },
    {
      effective_on: null,
      type: 'Card Dispute',
      amount: 10,
      description: `Payment disputed with the bank${note}`,
    },
    {
      effective_on: null,
      type: 'Card Dispute',
      amount: -10,
      description: 'Dispute closed: the payment stands',
    },
  ]);
});
