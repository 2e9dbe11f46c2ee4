import { screen } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import { card, everythingSent, until } from '../../support/screens/app.tsx';
import { endLeases, fill, onServer, open, press } from '../../support/screens/leases.ts';
import { read, step } from '../../support/screens/leases/atTheDoor.ts';
import { inModal } from '../../support/screens/manageUsers.tsx';
import { test } from '../../support/screens/world.ts';

beforeEach(endLeases);

test('what is typed into the deposit of a lease that is sent meanwhile stays, and is recorded of it', async () => {
  const app = await open('/admin/addlease?unit=2');
  await screen.findByLabelText('Unit');
  app.network.offline = true;
  await press(app, 'Add Lease');
  await card('New lease: Unit 102, Maple Court');
  await app.user.click((await step('Deposit received')).getByRole('button', { name: /^Record/ }));
  await app.user.type(await inModal().findByLabelText('Amount'), '321');
  app.reconnect();
  await until(async () => (await onServer()).length === 1);
  await everythingSent();
  expect(inModal().getByLabelText('Amount')).toHaveValue('321');
  await app.user.click(inModal().getByRole('button', { name: 'Record Deposit' }));
  const [lease] = await onServer();
  await until(async () => (await read<Deposit>(`/leases/${lease!.id}/deposit`)).held === 321);
  await until(() => app.path() === `/admin/lease/${lease!.id}`);
});

test('an edit of a lease that is sent meanwhile stays in sight, and says that it was sent without it', async () => {
  const app = await open('/admin/addlease?unit=2');
  await screen.findByLabelText('Unit');
  app.network.offline = true;
  await press(app, 'Add Lease');
  await app.user.click(
    (await card('New lease: Unit 102, Maple Court')).getByRole('button', { name: 'Edit' }),
  );
  await fill(app, 'Rent', '1900');
  app.reconnect();
  await everythingSent();
  await screen.findByText(/^This lease was sent or discarded meanwhile/);
  expect(screen.getByLabelText('Rent')).toHaveValue('1900');
  const [lease] = await onServer();
  await app.user.click(screen.getByRole('link', { name: 'Look at the lease' }));
  await until(() => app.path() === `/admin/lease/${lease!.id}`);
});
