import { screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { addDays } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { reported } from '../../support/server/requests.ts';
import { begin, endLeases } from '../../support/screens/leases.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

// Names of people and numbers of units lead to their pages, on every screen that tells of them.

let lease: number;

beforeEach(async () => {
  await endLeases();
  ({ id: lease } = await begin());
  const { sql } = server.database;
  await sql`delete from today_snoozes`;
  await sql`
    insert into transactions (user_id, unit_id, amount, type, description, effective_on)
    values (2, 1, 80, 'Misc Charge', 'Key', ${addDays(isoDay(), -9)}::date)`;
  await reported(server, 'resident', 'The sink drips.');
});

/** The screens, with what of them names people and homes and is no link, by its accessible role or its element. */
const SCREENS: [path: string, shows: RegExp][] = [
  ['/admin/dashboard', /^Robin Hale$/],
  ['/admin/payments', /^Robin Hale$/],
  ['/admin/ledger/2', /^Robin Hale$/],
  ['/admin/units', /^Robin Hale$/],
  ['/admin/leases', /^Robin Hale$/],
  ['/admin/manage-users', /^Robin Hale$/],
  ['/admin/maintenance', /Robin Hale/],
  ['/admin/books', /^Robin Hale$/],
  ['/admin/home/1', /^Robin Hale$/],
  ['/admin/person/2', /^Unit 101, Maple Court$/],
  ['/admin/property/1', /^Robin Hale$/],
];

/** A name or a unit's number, as screens write them. */
const NAMED = /\b(Robin Hale|Noor Aziz|Unit 10[12])\b|^10[12]$/;
/**
 * What is chosen from, written in or is the heading of the record's own page, or of a lease, which its link opens; and who acted, in a
 * timeline below the links to the people.
 */
const NOT_TOLD = 'a, button, option, label, caption, h1, .sr-only, [aria-label="Timeline"]';
const OF_LEASE = 'Lease of ';

function unlinked(within = screen.getByRole('main')): string[] {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    const text = textContent?.trim() ?? '';
    if (NAMED.test(text) && !text.startsWith(OF_LEASE) && !parentElement?.closest(NOT_TOLD)) found.push(text);
  }
  return found;
}

test.each(SCREENS)('on %s names and unit numbers lead to the person and the home', async (path, shows) => {
  const app = await openApp(server, { at: path, as: 'manager' });
  await screen.findAllByText(shows, { selector: 'main a, main a *' });
  expect(unlinked()).toEqual([]);
  app.close();
});

test('on a lease’s page its tenants lead to their pages and ledgers, and the unit to its home', async () => {
  const app = await openApp(server, { at: `/admin/lease/${lease}`, as: 'manager' });
  expect(await screen.findByRole('link', { name: 'Robin Hale' })).toHaveAttribute('href', '/admin/person/2');
  expect(screen.getByRole('link', { name: 'Ledger of Robin Hale' })).toHaveAttribute(
    ...['href', '/admin/ledger/2'],
  );
  expect(screen.getByRole('link', { name: 'Unit 101, Maple Court' })).toHaveAttribute(
    ...['href', '/admin/home/1'],
  );
  expect(unlinked()).toEqual([]);
  app.close();
});

test('in a request’s dialog the unit and who reported it lead to their pages', async () => {
  const { id } = await reported(server, 'resident', 'The tap drips.');
  const app = await openApp(server, { at: `/admin/maintenance?request=maintenance:${id}`, as: 'manager' });
  const dialog = await screen.findByRole('dialog', { name: 'Maintenance Request' });
  await within(dialog).findByText('Reported by');
  expect(within(dialog).getByRole('link', { name: 'Robin Hale' })).toHaveAttribute('href', '/admin/person/2');
  expect(unlinked(dialog)).toEqual([]);
  app.close();
});
