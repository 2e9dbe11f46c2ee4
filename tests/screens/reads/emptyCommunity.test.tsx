import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

// What every list says where there is nothing, first to a manager whose community has only them.

test.beforeAll(async () => {
  const { sql } = server.database;
  await sql`delete from users where not is_manager`;
  await sql`delete from units`;
  await sql`delete from properties`;
});

test.each([
  ['/admin/utilities', 'No occupied units.'],
  ['/admin/units', 'No Units Found'],
  ['/admin/addunit', 'No Properties Found'],
  ['/admin/propertyinfo', 'No Properties Found'],
  ['/admin/payments', 'No tenants found.'],
  ['/admin/maintenance', 'No maintenance requests yet.'],
  ['/admin/announcements', 'No announcements match the current filter.'],
  ['/admin/leases', 'No Leases Found'],
  ['/admin/addlease', 'Nobody lives in a unit yet'],
  ['/admin/leases/from-units', 'Every rented unit has a lease'],
  ['/admin/invitations', 'Everyone has a password'],
  ['/admin/books', 'No lease runs today.'],
  ['/admin/books', 'Every home is rented or lived in.'],
  ['/admin/deposits', /^No deposit is required or held\./],
  ['/admin/upkeep', 'No Upkeep Planned'],
  ['/admin/utilities/stickers', 'No stickers to print.'],
  ['/payments/deposit', 'No deposit is required or held.'],
  ['/admin/inspections', /^No home was inspected yet\./],
  ['/entry-notices', 'No notice was given for your home yet.'],
  ['/inspections', 'No inspection of your home is finalized yet.'],
  ['/messages', 'No messages yet.'],
  ['/admin/messages', /^Nobody has written yet\./],
  ['/announcements', 'No announcements yet.'],
  ['/contact', 'No contact information available.'],
  ['/notifications', 'Nothing happened yet.'],
])('%s of an empty community says: %s', async (at, words) => {
  await openApp(server, { at, as: 'manager' });
  expect(await screen.findByText(words)).toBeVisible();
});
