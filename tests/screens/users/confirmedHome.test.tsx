import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { residentWith } from '../../support/server/accounts.ts';
import { openApp, type App } from '../../support/screens/app.tsx';
import { hearOfChanges } from '../../support/screens/shell/look.ts';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

/** The dashboard, connected, of somebody who says where they live. */
async function claiming(unit_claim: string): Promise<{ app: App; id: number }> {
  const username = await residentWith(server);
  const [{ id } = { id: 0 }] = await server.database.sql<{ id: number }>`
    update users set unit = null, unit_claim = ${unit_claim} where username = ${username} returning id`;
  const app = await openApp(server, { at: '/dashboard/resident', as: username });
  await hearOfChanges(app);
  await screen.findByText('Your home is not confirmed yet');
  return { app, id };
}

test('once management confirmed a home, the resident’s next screen knows it, without signing in again', async () => {
  const { app, id } = await claiming('101');
  await server.call('PUT', `/users/${id}`, { as: manager, body: { unit: 1 } });
  await waitFor(() => expect(screen.queryByText('Your home is not confirmed yet')).toBeNull());
  await app.user.click(screen.getByRole('link', { name: 'Payments' }));
  await screen.findByText('Robin, unit 101');
});

test('a resident whose claim was declined reads that management says which unit is theirs', async () => {
  const { id } = await claiming('999');
  await screen.findByText(/^You said that you live in 999\./);
  await server.call('PUT', `/users/${id}`, { as: manager, body: { unit_claim: null } });
  await screen.findByText('Management was told, and says which unit is yours.');
});
