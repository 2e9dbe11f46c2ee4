import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { testWith } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

const test = testWith({
  ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'office@example.com', PUBLIC_URL: 'http://localhost:3123' },
});
const WITHOUT =
  'No mail is sent without an address: copy the links, or print the letters, once the people are invited.';

test('mail is offered for whoever has an address, and said of the others how they get their link', async () => {
  for (const [firstName, email] of [
    ['Ana', ''],
    ['Bo', 'bo@example.com'],
  ]) {
    const made = await server.call('POST', '/users', {
      as: manager,
      body: { firstName, lastName: 'Lima', email, unit: 1 },
    });
    expect(made.statusCode).toBe(201);
  }
  const app = await openApp(server, { as: 'manager', at: '/admin/invitations' });
  expect(
    await screen.findByRole('checkbox', { name: 'Send by e-mail to the 1 of them who has an address' }),
  ).toBeChecked();
  const list = within(await screen.findByRole('main'));
  await app.user.click(list.getByRole('checkbox', { name: /Bo Lima/ }));
  expect(screen.queryByRole('checkbox', { name: /^Send by e-mail/ })).toBeNull();
  expect(screen.getByText(WITHOUT)).toBeVisible();
});

test('people without a password are searched, sorted and narrowed, and whom a search hides is not invited', async () => {
  const { sql } = server.database;
  await sql`update users set invited_at = now() - interval '3 days' where first_name = 'Bo' and last_name = 'Lima'`;
  const app = await openApp(server, { as: 'manager', at: '/admin/invitations' });
  const chips = within(await screen.findByRole('group', { name: 'Invitations' }));
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    ...['All2', 'Not invited1', 'Invited1', 'Expired0'],
  ]);
  const names = () =>
    screen.getAllByRole('checkbox', { name: /^Select (?!all)/ }).map((box) => box.getAttribute('aria-label'));
  await app.user.click(screen.getByRole('button', { name: 'Invitation' }));
  expect(names()).toEqual(['Select Bo Lima', 'Select Ana Lima']);
  await app.user.click(screen.getByRole('checkbox', { name: 'Select Bo Lima' }));
  expect(screen.getByRole('button', { name: 'Invite 2 People' })).toBeEnabled();
  await app.user.type(screen.getByRole('searchbox'), 'ana');
  expect(await screen.findByText('1 of 2 people')).toBeInTheDocument();
  expect(names()).toEqual(['Select Ana Lima']);
  await app.user.click(screen.getByRole('button', { name: 'Invite 1 Person' }));
  expect(await screen.findByText('1 invitation is ready.')).toBeInTheDocument();
  const invited = await server.call('GET', '/invitations', { as: manager });
  expect(invited.json<{ first_name: string }[]>().map(({ first_name }) => first_name)).toEqual(['Ana']);
});
