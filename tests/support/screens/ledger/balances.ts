import { screen, within } from '@testing-library/react';
import { addEntry } from '../../server/accounts.ts';
import { openApp, type App } from '../app.tsx';
import { server } from '../../server/world.ts';

export const balances = (as = 'manager') => openApp(server, { at: '/admin/payments', as });
export const row = async (name: string) => within((await screen.findByText(name)).closest('tr')!);

export async function open(app: App, name: string, button: 'Add Charge' | 'Record Payment') {
  await app.user.click((await row(name)).getByRole('button', { name: new RegExp(`^${button}`) }));
  await screen.findByLabelText('Amount');
  return within(screen.getByRole('dialog', { name: button }));
}
export async function addBalances(): Promise<void> {
  await addEntry(server, 'resident', { amount: 1250.5, type: 'Rent' });
  await addEntry(server, 'neighbour', { amount: -20, type: 'Cash' });
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name, unit)
    values ('paid', 'paid@example.com', '', 'Zoë', 'Žižek', 3)`;
}
