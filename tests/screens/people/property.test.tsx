import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { reported } from '../../support/server/requests.ts';
import { openApp, until } from '../../support/screens/app.tsx';
import { section } from '../../support/screens/sections.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

test('a property’s page has its homes with who lives there and what they owe, and its open requests', async () => {
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description, created_by)
    values (3, 2, 80, 'Misc Charge', 'Key', 1)`;
  await reported(server, 'neighbour', 'The tap drips.');
  const app = await openApp(server, { at: '/admin/propertyinfo', as: 'manager' });
  await app.user.click(await screen.findByRole('link', { name: 'Maple Court' }));
  await until(() => app.path() === '/admin/property/1');
  expect(await screen.findByRole('heading', { level: 1, name: 'Maple Court' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Noor Aziz' })).toHaveAttribute('href', '/admin/person/3');
  expect(screen.getByRole('link', { name: '102' })).toHaveAttribute('href', '/admin/home/2');
  expect(await screen.findByText(/outstanding from 1 tenant\.$/)).toHaveTextContent('1 vacant');
  const requests = await section('Maintenance');
  expect(await requests.findByText('The tap drips.')).toBeVisible();
  expect(requests.getByText('Unit 102')).toBeVisible();
});
