import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { card, cards, openApp } from '../../support/screens/app.tsx';
import { onPhone } from '../../support/screens/layout.ts';
import { test } from '../../support/screens/world.ts';
import { noRequests, reported } from '../../support/server/requests.ts';
import { server } from '../../support/server/world.ts';

beforeEach(() => noRequests(server));

test('on a phone the property, the unit and the age are unfolded, and stay so while one of them is asked', async () => {
  onPhone();
  await reported(server, 'resident', 'The sink drips.');
  await reported(server, 'manager', 'The lift stands still.', { unit_id: 4 });
  const app = await openApp(server, { at: '/admin/maintenance', as: 'manager' });
  await card('The sink drips.');
  expect(screen.queryByLabelText('Property')).toBeNull();
  await app.user.click(screen.getByText('More filters'));
  await app.user.selectOptions(screen.getByLabelText('Property'), 'Maple Court');
  await waitFor(() => expect(cards()).toEqual(['The sink drips.']));
  const left = app.path();
  app.close();
  const again = await openApp(server, { at: left, as: 'manager' });
  expect(await screen.findByLabelText('Property')).toHaveValue('Maple Court');
  await again.user.click(screen.getByText('More filters'));
  expect(await screen.findByText('More filters, 1 chosen')).toBeVisible();
});
