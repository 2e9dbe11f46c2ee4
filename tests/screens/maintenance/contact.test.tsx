import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { testServer } from '../../support/server/server.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

test('each property has a card with its address and a number to tap', async () => {
  await openApp(server, { at: '/contact', as: 'resident' });
  expect(await screen.findByRole('heading', { name: 'Contact Us' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Maple Court' })).toBeVisible();
  expect(screen.getByText('12 Maple Street')).toBeVisible();
  expect(screen.getByRole('link', { name: '555-010-0001' })).toHaveAttribute('href', 'tel:5550100001');
  expect(screen.getByText('4 Quay Road')).toBeVisible();
  expect(screen.queryByText('Contact information is not currently available.')).toBeNull();
});

test('a number that is not ten digits stays as it was typed', async () => {
  await server.database.sql`update properties set phone_number = '+44 20 7946 0000' where id = 2`;
  await openApp(server, { at: '/contact', as: 'resident' });
  expect(await screen.findByRole('link', { name: '+44 20 7946 0000' })).toHaveAttribute(
    'href',
    'tel:+442079460000',
  );
  await server.database.sql`update properties set phone_number = null where id = 2`;
});

test('the community’s own phone and email come first', async () => {
  await server.database.sql`
    insert into community (name, phone_number, email) values ('Linden Grove', '5185550142', 'office@linden.example')`;
  await openApp(server, { at: '/contact', as: 'resident' });
  expect(await screen.findByRole('link', { name: '518-555-0142' })).toHaveAttribute('href', 'tel:5185550142');
  expect(screen.getByRole('link', { name: 'office@linden.example' })).toHaveAttribute(
    'href',
    'mailto:office@linden.example',
  );
  await screen.findByRole('heading', { name: 'Maple Court' });
  const [first] = screen.getAllByRole('heading', { level: 2 });
  expect(first).toHaveTextContent('Linden Grove');
  await server.database.sql`delete from community`;
});

test('a property with neither address nor phone says so', async () => {
  await server.database.sql`update properties set address = '' where id = 2`;
  await openApp(server, { at: '/contact', as: 'resident' });
  expect(await screen.findByText('Contact information is not currently available.')).toBeVisible();
  expect(screen.getByText('12 Maple Street')).toBeVisible();
  await server.database.sql`update properties set address = '4 Quay Road' where id = 2`;
});

test('without a connection it shows what was seen before, and how old that is', async () => {
  const before = await openApp(server, { at: '/contact', as: 'resident' });
  await screen.findByText('12 Maple Street');
  before.close();
  const app = await openApp(server, { at: '/contact', as: 'resident' });
  app.network.offline = true;
  expect(await screen.findByText('12 Maple Street')).toBeVisible();
  expect(await screen.findByText(/^Offline – saved \d{1,2}:\d\d [AP]M$/)).toBeVisible();
});

test('what could not be loaded is told, with a way to try again', async () => {
  const { network, user } = await openApp(server, { at: '/contact', as: 'resident' });
  network.offline = true;
  expect(
    await screen.findByText('Error loading information: There is no connection to Porchlight.'),
  ).toBeVisible();
  network.offline = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('12 Maple Street')).toBeVisible();
});

test('without any property it says so', async () => {
  const empty = await testServer();
  await empty.database.sql`update users set unit = null`;
  await empty.database.sql`delete from units`;
  await empty.database.sql`delete from properties`;
  await openApp(empty, { at: '/contact', as: 'resident' });
  expect(await screen.findByText('No contact information available.')).toBeVisible();
  await empty.close();
});
