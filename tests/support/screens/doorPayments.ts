import { screen, within } from '@testing-library/react';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { residentWith } from '../server/accounts.ts';
import { manager, server } from '../server/world.ts';
import { openApp, until, type App } from './app.tsx';

export const openBalances = (at = '/admin/payments') => openApp(server, { at, as: 'manager' });
export const row = async (name: string) =>
  within((await screen.findByText(name, { selector: 'td *, td' })).closest('tr')!);
export const history = async (id: number) =>
  (await server.call('GET', `/transactions/user-history/${id}`, { as: manager })).json<Transaction[]>();

/** A tenant of their own for a test, who owes $1,200.00. */
export async function tenant(first: string): Promise<number> {
  const username = await residentWith(server, [{ amount: 1200, type: 'Rent' }]);
  const [user] = await server.database.sql<{ id: number }>`
    update users set first_name = ${first} where username = ${username} returning id`;
  return user!.id;
}

async function readReceiptBooks() {
  const { withDatabase } = await import('../../../src/offline/engine/database.ts');
  return withDatabase(async (db) => (await db.device.get('receipt-books'))?.value as object | undefined);
}

/** The app with the balances read and a receipt book on the device, and then no connection. */
export async function offlineWithBook(name: string): Promise<App> {
  const app = await openBalances();
  await row(name);
  await until(async () => JSON.stringify((await readReceiptBooks()) ?? '').includes('"next":1'));
  app.network.offline = true;
  return app;
}

export async function openPaymentForm(app: App, name: string) {
  await app.user.click((await row(name)).getByRole('button', { name: /^Record Payment/ }));
  await screen.findByLabelText('Amount');
  return within(screen.getByRole('dialog', { name: 'Record Payment' }));
}

export async function recordPayment(app: App, name: string, amount = '500') {
  const form = await openPaymentForm(app, name);
  await app.user.type(form.getByLabelText('Amount'), amount);
  await app.user.click(form.getByRole('button', { name: 'Record Payment' }));
}
