import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

beforeEach(async () => {
  await server.database.sql`delete from community`;
});

let count = 0;
async function invited(unit: number | null): Promise<{ token: string; name: string }> {
  count += 1;
  const person = await server.call('POST', '/users', {
    as: manager,
    body: { firstName: 'Jo', lastName: `Miller${count}`, email: null, unit },
  });
  const answer = await server.call('POST', '/invitations', {
    as: manager,
    body: { user_ids: [person.json<{ id: number }>().id], by_email: false },
  });
  return { token: answer.json<{ token: string }[]>()[0]!.token, name: `Jo Miller${count}` };
}

test('an invitation shows whom it is for, asks for the unit and a password, and signs in', async () => {
  const { token, name } = await invited(3);
  const app = await openApp(server, { at: `/invitation#${token}` });
  await screen.findByText(name);
  await app.user.click(screen.getByRole('button', { name: 'Accept Invitation' }));
  await waitFor(() =>
    expect(screen.getByLabelText(/Do you live in Unit 2B/)).toHaveAccessibleDescription(
      'Please say whether this is your unit.',
    ),
  );
  await app.user.selectOptions(screen.getByLabelText(/Do you live in Unit 2B/), 'yes');
  await app.user.type(screen.getByLabelText('Password'), 'password1');
  await app.user.click(screen.getByRole('button', { name: 'Accept Invitation' }));
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/too common/));
  await app.user.clear(screen.getByLabelText('Password'));
  await app.user.type(screen.getByLabelText('Password'), 'a long walk home');
  await app.user.click(screen.getByRole('button', { name: 'Accept Invitation' }));
  await screen.findByRole('heading', { name: 'Welcome back, Jo!' });
  expect(app.path()).toBe('/dashboard/resident');
});

test('a used, a broken and an unreachable invitation say what can be done', async () => {
  const broken = await openApp(server, { at: '/invitation' });
  await screen.findByText('This link is not whole. Please open it again from where you got it.');
  broken.close();
  const { token } = await invited(null);
  await server.call('POST', '/invitation', {
    body: { token, username: `used${count}`, password: 'a long walk home' },
  });
  const used = await openApp(server, { at: `/invitation#${token}` });
  await screen.findByText(/This invitation is no longer valid/);
  screen.getByRole('link', { name: 'Go to Login' });
  used.close();
});

test('the login says whom to ask where no mail is sent, with the community’s name and phone', async () => {
  await server.database.sql`insert into community (name, phone_number) values ('Linden Grove', '5185550142')`;
  const app = await openApp(server, { at: '/login' });
  await screen.findByText(/Ask Linden Grove for a one-time password/);
  screen.getByRole('link', { name: '518-555-0142' });
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
  await waitFor(() => expect(document.title).toBe('Login · Linden Grove'));
  screen.getByRole('link', { name: 'Linden Grove Porchlight' });
  app.close();
  // The next start knows it without a connection.
  const again = await openApp(server, { at: '/login' });
  again.network.offline = true;
  await screen.findByRole('link', { name: 'Linden Grove Porchlight' });
});

test('a manager names the community, and every frame shows it at once', async () => {
  const app = await openApp(server, { at: '/admin/community', as: 'manager' });
  const name = await screen.findByLabelText('Name');
  await app.user.type(name, 'Elm Row');
  await app.user.type(screen.getByLabelText('Email'), 'office');
  await app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/Please enter an email address/),
  );
  expect(name).toHaveValue('Elm Row');
  await app.user.type(screen.getByLabelText('Email'), '@example.com');
  await app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  const saved = await screen.findByText('The community was saved.');
  // Within sight of the button that was pressed.
  expect(saved.compareDocumentPosition(screen.getByLabelText('Address'))).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  );
  screen.getByRole('link', { name: 'Elm Row Porchlight' });
});

test('a manager adds a person, invites them, and sees the link and the letter', async () => {
  await server.database.sql`insert into community (phone_number) values ('5185550142')`;
  const app = await openApp(server, { at: '/admin/invitations?new=1', as: 'manager' });
  const dialog = await screen.findByRole('dialog');
  await app.user.type(await within(dialog).findByLabelText('First name'), 'Sam');
  await app.user.type(within(dialog).getByLabelText('Last name'), 'Okafor');
  await app.user.click(within(dialog).getByRole('button', { name: 'Add Person' }));
  await screen.findByText('Sam Okafor was added, and can be invited now.');
  expect(await screen.findByRole('checkbox', { name: 'Select Sam Okafor' })).toBeChecked();
  await app.user.click(screen.getByRole('button', { name: 'Invite 1 Person' }));
  await screen.findByText('1 invitation is ready.');
  expect(screen.getAllByText(/\/invitation#[\w-]{43}$/).length).toBeGreaterThan(0);
  await screen.findByRole('img', { name: 'The link of Sam Okafor', hidden: true });
  screen.getByText(/Questions\? Ask us: 518-555-0142\.$/);
});
