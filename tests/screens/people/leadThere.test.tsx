import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { addDays } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { started, written } from '../../support/server/messages/messages.ts';
import { reported } from '../../support/server/requests.ts';
import { save, walk } from '../../support/server/leases/inspections.ts';
import { enter, review, ROBIN } from '../../support/screens/utilities/readings.ts';
import { resetMeters } from '../../support/server/meters/meters.ts';
import { addWaterMeter } from '../../support/server/meters/addWaterMeter.ts';
import { added } from '../../support/server/resources/requestEvents.ts';
import { begin, endLeases } from '../../support/screens/leases.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, resident, server } from '../../support/server/world.ts';

// Names of people and numbers of units lead to their pages, on every screen that tells of them.

const MANAGER = 1;
const INSPECTION = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
let lease: number;

beforeEach(async () => {
  await endLeases();
  ({ id: lease } = await begin());
  const { sql } = server.database;
  await sql`delete from today_snoozes`;
  await sql`
    insert into transactions (user_id, unit_id, amount, type, description, effective_on)
    values (2, 1, 80, 'Misc Charge', 'Key', ${addDays(isoDay(), -9)}::date)`;
  const { id } = await reported(server, 'resident', 'The sink drips.');
  await added(manager, id, { kind: 'assigned', assignee_id: MANAGER });
  await started(resident, 'Is the pool open?');
  await sql`delete from upkeep`;
  await sql`delete from announcements`;
  await sql`
    insert into announcements (user_id, announcement, announcement_type, status)
    values (2, 'A bench by the gate', 'General', 'pending')`;
  await sql`delete from inspections`;
  expect((await save(INSPECTION, walk({ lease_id: lease }))).statusCode).toBeLessThan(300);
  await server.call('POST', `/leases/${lease}/deposit`, {
    as: manager,
    body: { kind: 'Received', amount: 500 },
  });
  const plan = {
    information: 'New filters',
    property_id: 1,
    unit_id: 1,
    every_months: 3,
    next_on: '2099-01-15',
  };
  const planned = await server.call('POST', '/upkeep', { as: manager, body: plan });
  expect(planned.statusCode, planned.body).toBe(201);
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
  ['/admin/maintenance?view=board', /^Morgan Reyes$/],
  ['/admin/messages', /^Robin Hale/],
  ['/admin/upkeep', /^Unit 101$/],
  ['/admin/utilities', /^Unit 101$/],
  ['/admin/inspections', /^Robin Hale$/],
  [`/admin/inspections/1/${INSPECTION}`, /^Unit 101, Maple Court$/],
  ['/admin/deposits', /^Robin Hale$/],
  ['/admin/announcements', /^Robin Hale$/],
];

/** A name or a unit's number, as screens write them. */
const NAMED = /\b(Robin Hale|Noor Aziz|Morgan Reyes|Unit 10[12])\b|^10[12]$/;
/**
 * What is chosen from, written in or is the heading of the record's own page, or of a lease, which its link opens; and a sheet to
 * print, whose page leads there.
 */
const NOT_TOLD = 'a, button, option, label, caption, h1, .sr-only, [aria-label$=" inspection"]';
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

test('in a request’s timeline and a conversation who wrote, who does the work and who answered lead to their pages', async () => {
  const { id } = await reported(server, 'resident', 'The tap drips.');
  await added(resident, id, { kind: 'reply', text: 'It is worse.' });
  await added(manager, id, { kind: 'assigned', assignee_id: MANAGER });
  const notice = await server.call('POST', '/entry-notices', {
    as: manager,
    body: {
      ...{ unit_id: 1, request_id: id, purpose: 'Repair', text: 'The tap' },
      ...{ entry_on: '2099-05-01', entry_from: '09:00', entry_to: '11:00' },
    },
  });
  const answers = `/entry-notices/${notice.json<{ id: number }>().id}/answers`;
  await server.call('POST', answers, { as: resident, body: { answer: 'fine' } });
  const app = await openApp(server, { at: `/admin/maintenance?request=maintenance:${id}`, as: 'manager' });
  const timeline = within(await screen.findByRole('list', { name: 'Timeline' }));
  const pages = (name: string) =>
    timeline.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));
  // The report, the reply and the answer; the assignment, for whom and by whom, the notice and that it was seen.
  await waitFor(() => expect(pages('Robin Hale')).toEqual(Array(3).fill('/admin/person/2')));
  expect(new Set(pages('Morgan Reyes'))).toEqual(new Set([`/admin/person/${MANAGER}`]));
  expect(unlinked(screen.getByRole('dialog'))).toEqual([]);

  const thread = await started(resident, 'Is the sauna open?');
  await written(manager, thread, 'Until nine.');
  app.go(`/admin/messages/${thread}`);
  const said = within(await screen.findByRole('list', { name: 'Messages' }));
  expect(await said.findByRole('link', { name: 'Robin Hale' })).toHaveAttribute('href', '/admin/person/2');
  expect(said.getByRole('link', { name: 'Morgan Reyes' })).toHaveAttribute(
    ...['href', `/admin/person/${MANAGER}`],
  );
  expect(unlinked()).toEqual([]);
  app.close();
});

test('in a request’s dialog the unit and who reported it lead to their pages', async () => {
  const { id } = await reported(server, 'resident', 'The tap drips.');
  const app = await openApp(server, { at: `/admin/maintenance?request=maintenance:${id}`, as: 'manager' });
  const dialog = await screen.findByRole('dialog', { name: 'Maintenance Request' });
  await within(dialog).findByText('Reported by');
  for (const link of within(dialog).getAllByRole('link', { name: 'Robin Hale' })) {
    expect(link).toHaveAttribute('href', '/admin/person/2');
  }
  expect(unlinked(dialog)).toEqual([]);
  app.close();
});

test('who changed a home or read its meter, and whose reading waits, lead to their pages', async () => {
  const meter = await addWaterMeter(server, '/units/1/meters', { serial_number: 'W-77' });
  await server.call('POST', '/meter-readings/requests', { as: manager, body: { unit_ids: [1] } });
  const sent = await server.call('POST', `/meters/${meter}/sent-readings`, {
    as: resident,
    body: { value: 1100, read_on: isoDay() },
  });
  expect(sent.statusCode, sent.body).toBeLessThan(300);
  const app = await openApp(server, { at: '/admin/utilities', as: 'manager' });
  const heading = await screen.findByRole('heading', { name: 'Readings that residents sent' });
  const waiting = within(heading.closest('section')!);
  expect(waiting.getByRole('link', { name: 'Robin Hale' })).toHaveAttribute('href', '/admin/person/2');
  expect(waiting.getByRole('link', { name: 'Unit 101, Maple Court' })).toHaveAttribute(
    ...['href', '/admin/home/1'],
  );
  app.go('/admin/home/1');
  const unfold = async (name: string | RegExp) =>
    app.user.click((await screen.findAllByText(name, { selector: 'summary' }))[0]!);
  await unfold(/^Readings/);
  await unfold(/Changes/);
  await waitFor(() =>
    expect(screen.getAllByRole('link', { name: 'Morgan Reyes' }).length).toBeGreaterThan(0),
  );
  expect(unlinked()).toEqual([]);
  app.close();
});

test('whose share of a common meter is shown leads to the person', async () => {
  await resetMeters();
  const shared = { serial_number: 'C-77', shared_by: 'equally', unit_ids: [1] };
  const common = await addWaterMeter(server, '/properties/1/common-meters', shared);
  await server.database.sql`update users set unit_since = '2025-01-01' where unit is not null`;
  await server.call('POST', `/common-meters/${common}/readings`, {
    as: manager,
    body: { value: 5000, read_on: isoDay() },
  });
  const app = await openApp(server, { at: '/admin/utilities', as: 'manager' });
  await app.user.click(await screen.findByRole('button', { name: /^Shares of Water C-77/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Shares of Water C-77' });
  expect(await within(dialog).findByRole('link', { name: 'Robin Hale' })).toHaveAttribute(
    ...['href', '/admin/person/2'],
  );
  expect(unlinked(dialog)).toEqual([]);
  app.close();
});

test('in the review of bills who is billed, the home and what is left out lead to their pages', async () => {
  await resetMeters();
  const app = await openApp(server, { at: '/admin/utilities', as: 'manager' });
  await enter(app, ROBIN, '900', '10', '1');
  await review(app);
  const dialog = await screen.findByRole('dialog', { name: 'Review bills' });
  expect(within(dialog).getByRole('link', { name: 'Robin Hale' })).toHaveAttribute('href', '/admin/person/2');
  expect(within(dialog).getByRole('link', { name: ROBIN })).toHaveAttribute('href', '/admin/home/1');
  expect(unlinked(dialog)).toEqual([]);
  app.close();
});
