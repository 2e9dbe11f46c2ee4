import { routes } from '../../../../contract/routes.ts';
import { call } from '../../../../src/api/call.ts';
import type { Transaction } from '../../../../contract/ledger/ledger.ts';
import { queue } from '../../../../src/offline/engine/outbox/outbox.ts';
import type { PaymentBody, PaymentItem } from '../../../../src/offline/subjects/doorPayments.ts';
import { refillReceiptBooks } from '../../../../src/offline/subjects/receiptBooks.ts';
import { MANAGER, ROBIN } from '../device.ts';
import { phone } from '../world.ts';
import { server } from '../../server/world.ts';

export let next = 1000;

export const withToken = async <T>(send: (token: string) => Promise<T>): Promise<T> =>
  send((await phone.session.token(phone.person ?? MANAGER)) ?? '');
export const refill = (userId = MANAGER) =>
  refillReceiptBooks(userId, (idempotencyKey) =>
    withToken((token) => call(routes.createReceiptBook, {}, { token, idempotencyKey })),
  );
export const shown = {
  name: 'Robin Hale',
  unit_number: '101',
  property_name: 'Maple Court',
  received_by: 'Mira Reyes',
};

export function payment(body: Partial<PaymentBody> = {}) {
  return { userId: ROBIN, unitId: 1, amount: next, type: 'Check' as const, ...body };
}
export const pay = async (body: Partial<PaymentBody> = {}, draft?: { name: string; savedAt?: Date }) =>
  (await queue({
    ...{ userId: phone.person ?? MANAGER, route: 'recordPayment', input: { body: payment(body) }, shown },
    ...(draft ? { draft } : {}),
  })) as PaymentItem;
export const numberOf = ({ input }: PaymentItem) => input.body.receipt_number;

/** The entries of the test's payments, oldest first. */
export const posted = () =>
  server.database.sql<Transaction>`
    select * from transactions where amount between ${-(next + 99)} and ${-next} order by id`;
export async function takeNextAmount(): Promise<void> {
  // The ledger is append-only, so each test takes amounts of its own.
  next += 100;
}
