import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const open = () => openApp(server, { at: '/admin/dashboard', as: 'manager' });

/** The card of the first steps. */
async function card() {
  const heading = await screen.findByRole('heading', { name: 'First steps' });
  return within(heading.closest('section')!);
}

const steps = (of: Awaited<ReturnType<typeof card>>) =>
  of.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);

test('a manager hides the first steps, and no manager sees them any more', async () => {
  const app = await open();
  const first = await card();
  await app.user.click(first.getByRole('button', { name: 'Hide' }));
  await screen.findByText('The first steps are hidden from all managers.');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'First steps' })).toBeNull());
  app.close();
  await open();
  await screen.findByText('Occupancy Rate');
  expect(screen.queryByRole('heading', { name: 'First steps' })).toBeNull();
  await server.database.sql`delete from community`;
});

test('an empty community is told what comes first, and led on as each step is done', async () => {
  const { sql } = server.database;
  await sql`update users set unit = null`;
  await sql`delete from units`;
  const app = await open();
  const first = await card();
  first.getByText('1 of 8 are done.');
  expect(steps(first)).toEqual([
    'Properties: done',
    'Units: next',
    ...['People', 'Leases', 'Utility rates', 'Card payments', 'Mail', 'First invitations'],
  ]);
  const links = first.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Import a spreadsheet', '/admin/import'],
    ['Add a unit by hand', '/admin/addunit'],
  ]);
  app.close();
  await sql`insert into units (property_id, unit_number) values (1, '1A')`;
  await open();
  await waitFor(async () =>
    expect(steps(await card()).slice(0, 3)).toEqual(['Properties: done', 'Units: done', 'People: next']),
  );
});
