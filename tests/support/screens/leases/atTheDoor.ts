import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { addDays } from '../../../../contract/values/calendar.ts';
import { manager, server } from '../../server/world.ts';
import { card, modalClosed, type App } from '../app.tsx';
import { choose, fill, month, open, press } from '../leases.ts';
import { inModal } from '../manageUsers.tsx';

export const step = async (name: string) => {
  const list = within(await screen.findByRole('region', { name: 'Move-in' }));
  return within(list.getByText(name).closest('li')!);
};
export const read = async <T>(path: string) => (await server.call('GET', path, { as: manager })).json<T>();

/** Writes down who moves into unit 102. */
export async function writeDown(app: App, firstName: string, lastName: string): Promise<void> {
  await app.user.type(await inModal().findByLabelText('First name'), firstName);
  await app.user.type(inModal().getByLabelText('Last name'), lastName);
  await app.user.selectOptions(inModal().getByLabelText('Unit'), '102');
  await app.user.click(inModal().getByRole('button', { name: 'Add Person' }));
  await modalClosed();
  await card(`New person: ${firstName} ${lastName}`);
}

/** Reads what the way to the door needs, and loses the connection while somebody is written down. */
export async function atTheDoor(): Promise<App> {
  const app = await open('/admin/home/2');
  await screen.findByText('Who Lives Here');
  app.go('/admin/addlease');
  await screen.findByLabelText('Unit');
  app.go('/admin/invitations');
  await press(app, 'Add Person');
  await inModal().findByRole('option', { name: '102' });
  app.network.offline = true;
  return app;
}

/** Records what somebody pays who is unsent, on the page of their lease. */
export async function payFirstRent(
  app: App,
  { name, dollars }: { name: string; dollars: number },
): Promise<void> {
  await app.user.click((await step('First rent paid')).getByRole('link', { name: 'Record: first rent' }));
  await within(await screen.findByRole('dialog', { name: 'Record Payment' })).findByText(name);
  await app.user.type(await inModal().findByLabelText('Amount'), String(dollars));
  await app.user.click(inModal().getByRole('button', { name: 'Record Payment' }));
  await modalClosed();
  await card('New lease: Unit 102, Maple Court');
}

export async function addLease(app: App, billed: string): Promise<void> {
  app.go('/admin/addlease?unit=2');
  expect(await screen.findByLabelText('Unit')).toHaveDisplayValue('Unit 102, Maple Court');
  await choose(app, 'Billed to', `${billed} (unsent)`);
  await fill(app, 'First day', month(1));
  // As most leases are, it is for a year.
  await fill(app, 'Last day', addDays(month(13), -1));
  await fill(app, 'Deposit required (optional)', '500');
  await press(app, 'Add Lease');
}
