import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { NOT_SET_UP } from '../../../contract/community/notSetUp.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const manages = (is_manager: boolean) =>
  server.database.sql`update users set is_manager = ${is_manager} where username = 'manager'`;
beforeEach(async () => {
  await manages(false);
});

test.each(['/', '/login', '/register'])('%s says that the community is not set up yet', async (at) => {
  await openApp(server, { at });
  expect(await screen.findByText(NOT_SET_UP)).toBeVisible();
});

test('what an earlier version of the app kept is understood, and says nothing of it', async () => {
  vi.stubEnv('VITE_CONTRACT_HASH', 'of a later version');
  await manages(true);
  const kept = { name: 'Linden Grove', phone_number: null, email: null, address: null, logo: null };
  localStorage.setItem(
    'porchlight.community',
    JSON.stringify({ ...kept, time_zone: 'UTC', sends_mail: true }),
  );
  const app = await openApp(server, { at: '/login' });
  // From the kept value, before the server has answered.
  expect(await screen.findByRole('link', { name: 'Forgot your password?' })).toBeVisible();
  expect(screen.queryByText(NOT_SET_UP)).toBeNull();
  await waitFor(() => expect(app.network.requests.some(({ path }) => path === '/community')).toBe(true));
});
