import { expect } from 'vitest';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { ListedUser } from '../../../contract/users/user.ts';
import type { World } from './world.ts';

export async function cardPayment(world: World): Promise<void> {
  await charge(world);
  const before = await cardPayments(world);
  const tab = await world.open('/payments');
  await tab.click({ role: 'button', name: 'Make Payment' });
  await tab.fill('Card number', '4242 4242 4242 4242');
  await tab.fill('Expiration date', '12 / 34');
  await tab.fill('Security code', '123');
  await tab.fill('ZIP code', '06510');
  await tab.click({ role: 'button', name: 'Pay now' });
  await tab.see('No payment needed - your account is current');
  expect(await cardPayments(world)).toBe(before + 1);
  expect((await history(world)).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(0);
}

async function charge({ product }: World): Promise<void> {
  const users = (await product.call('manager', 'GET', '/users')) as ListedUser[];
  await product.call('manager', 'POST', '/transactions/charge', {
    userId: users.find(({ username }) => username === 'resident')?.id,
    amount: 1234.5,
    type: 'Misc Charge',
    description: 'Storage for this year',
  });
}

async function history({ product }: World): Promise<Transaction[]> {
  return (await product.call('resident', 'GET', '/transactions/my-history')) as Transaction[];
}

async function cardPayments(world: World): Promise<number> {
  return (await history(world)).filter(({ type }) => type === ENTRY_KINDS.cardPayment.type).length;
}
