import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

test('a screen that is gone back to gives the focus to the link that led away, not to the top of the page', async () => {
  const app = await openApp(server, { at: '/payments', as: 'resident' });
  const link = { name: 'View full account ledger' };
  (await screen.findByRole('link', link)).focus();
  await app.user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Account Ledger', level: 1 });
  app.back();
  await waitFor(() => expect(screen.getByRole('link', link)).toHaveFocus());
  app.close();
});

test('a dialog of another screen that Today opened gives the focus back to its row', async () => {
  // Two homes have this number, so that the home is chosen in a dialog elsewhere.
  await server.database.sql`update users set unit_claim = '101' where username = 'newcomer'`;
  const app = await openApp(server, { at: '/admin/dashboard', as: 'manager' });
  const link = { name: /^Choose home: Nico Berg/ };
  (await screen.findByRole('link', link)).focus();
  await app.user.keyboard('{Enter}');
  await screen.findByRole('dialog');
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('link', link)).toHaveFocus());
  expect(app.path()).toBe('/admin/dashboard');
  app.close();
});
