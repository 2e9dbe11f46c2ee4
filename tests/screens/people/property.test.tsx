import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { reported } from '../../support/server/requests.ts';
import { openApp, until } from '../../support/screens/app.tsx';
import { savedFiles } from '../../support/screens/files.ts';
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

test('the homes of a property are searched, sorted and narrowed, and the file has what is shown', async () => {
  const files = savedFiles();
  const app = await openApp(server, { at: '/admin/property/1', as: 'manager' });
  await screen.findByRole('link', { name: 'Noor Aziz' });
  const doors = () =>
    screen.getAllByRole('link', { name: /^(\d+|2B)$/ }).map(({ textContent }) => textContent);
  expect(doors()).toEqual(['2B', '101', '102']);
  await app.user.click(screen.getByRole('button', { name: /^Unit/ }));
  await app.user.click(screen.getByRole('button', { name: /^Unit/ }));
  expect(doors()).toEqual(['102', '101', '2B']);
  await app.user.type(screen.getByRole('searchbox', { name: 'Search by unit or name' }), 'aziz');
  await waitFor(() => expect(doors()).toEqual(['102']));
  await app.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text()).toMatch(/"102","Noor Aziz",/);
  expect(await files[0]?.text()).not.toMatch(/Robin/);
  await app.user.clear(screen.getByRole('searchbox', { name: 'Search by unit or name' }));
  await app.user.click(screen.getByRole('button', { name: /^Vacant/ }));
  await waitFor(() => expect(doors()).toEqual(['2B']));
});

test('a property’s page has the announcements that are for its residents and not for everyone', async () => {
  await server.database.sql`
    insert into announcements (user_id, announcement, announcement_type, status, publish_at, property_ids) values
      (1, 'The lift of Maple Court is off.', 'General', 'approved', now(), '{1}'),
      (1, 'The garage of Maple Court is washed.', 'General', 'approved', now() + interval '2 days', '{1,2}'),
      (1, 'The lift of Harbor House is off.', 'General', 'approved', now(), '{2}'),
      (1, 'A summer party.', 'General', 'approved', now(), null)`;
  const app = await openApp(server, { at: '/admin/property/1', as: 'manager' });
  const board = await section('Announcements');
  expect(await board.findAllByRole('listitem')).toHaveLength(2);
  const lift = board.getByRole('link', { name: /^The lift of Maple Court is off\./ });
  expect(board.getByRole('link', { name: /^The garage .*Scheduled/ })).toBeVisible();
  expect(board.getByRole('link', { name: 'All for this property' })).toHaveAttribute(
    ...['href', '/admin/announcements?property=1'],
  );
  await app.user.click(lift);
  expect(await within(await screen.findByRole('dialog')).findByLabelText('Message')).toHaveValue(
    'The lift of Maple Court is off.',
  );
  app.close();
});
