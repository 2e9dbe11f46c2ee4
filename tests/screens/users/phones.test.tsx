import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { modalClosed, openApp } from '../../support/screens/app.tsx';
import { answer, inModal, resetUsers } from '../../support/screens/manageUsers.tsx';
import { manage, onServer } from '../../support/screens/users/manageUsersForms.ts';
import { changes, open, press, retype } from '../../support/screens/users/profile.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(async () => {
  await resetUsers(server);
  await server.database.sql`update users set phone = null`;
});

test('residents write their phone number in their profile, in a field that the browser can fill in', async () => {
  const app = await open();
  await press(app, 'Edit Profile');
  const field = await screen.findByLabelText('Phone (optional)');
  expect(field).toHaveAttribute('type', 'tel');
  expect(field).toHaveAttribute('autocomplete', 'tel');
  expect(field).toHaveAccessibleDescription('For management. Other residents do not see it.');
  await retype(app, 'Phone (optional)', '555');
  await press(app, 'Next');
  expect(await screen.findByText(/^Please enter the whole phone number/)).toBeVisible();
  expect(field).toBeInvalid();
  await retype(app, 'Phone (optional)', ' 518 555 0142 ');
  await press(app, 'Next');
  expect(await screen.findByText('518 555 0142')).toBeVisible();
  expect(screen.getByText('was (not set)')).toBeVisible();
  await press(app, 'Save Changes');
  expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
  expect(changes(app).map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
    { phone: ' 518 555 0142 ' },
  ]);
  expect(await onServer('resident')).toMatchObject({ phone: '518 555 0142' });
  // The profile shows it as numbers of ten digits are shown everywhere.
  expect(await screen.findByText('518-555-0142', {}, { timeout: 10_000 })).toBeVisible();
});

test('a blank phone number is no change of a profile that has none', async () => {
  const app = await open();
  await press(app, 'Edit Profile');
  await retype(app, 'Phone (optional)', '   ');
  await press(app, 'Next');
  expect(await screen.findByText('No changes detected.')).toBeVisible();
});

test('an empty phone number takes away the one that was there', async () => {
  await server.database.sql`update users set phone = '518-555-0142' where username = 'resident'`;
  const app = await open();
  await screen.findByText('518-555-0142');
  await press(app, 'Edit Profile');
  await app.user.clear(await screen.findByLabelText('Phone (optional)'));
  await press(app, 'Next');
  expect(await screen.findByText('was 518-555-0142')).toBeVisible();
  await press(app, 'Save Changes');
  await screen.findByText('Profile updated successfully!');
  expect(await onServer('resident')).toMatchObject({ phone: null });
});

test('Manage Users shows a phone number as a link that calls it, also with its extension', async () => {
  const { sql } = server.database;
  await sql`update users set phone = '(518) 555-0142' where username = 'resident'`;
  await sql`update users set phone = '518-555-0143 ext. 12' where username = 'neighbour'`;
  await manage();
  const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);
  const robin = (await rowOf('Robin Hale')).getByRole('link', { name: '518-555-0142' });
  expect(robin).toHaveAttribute('href', 'tel:5185550142');
  const noor = (await rowOf('Noor Aziz')).getByRole('link', { name: '518-555-0143 ext. 12' });
  expect(noor).toHaveAttribute('href', 'tel:5185550143;ext=12');
});

test('management changes a phone number in Edit User, and sends nothing else', async () => {
  const app = await manage();
  await app.user.click(await screen.findByRole('button', { name: 'Edit Robin Hale' }));
  await app.user.type(await screen.findByLabelText('Phone (optional)'), '518-555-0142');
  await app.user.click(inModal().getByRole('button', { name: 'Save Changes' }));
  await answer(app, 'Are you sure you want to update this user?', 'Update User');
  await modalClosed();
  expect(await onServer('resident')).toMatchObject({ phone: '518-555-0142' });
  const sent = app.network.requests.find(({ method }) => method === 'PUT');
  expect(JSON.parse(String(sent?.body))).toEqual({ id: 2, phone: '518-555-0142' });
});

test('whom management adds to be invited has the phone number that it wrote down', async () => {
  const app = await openApp(server, { at: '/admin/invitations?new=1', as: 'manager' });
  await screen.findByRole('dialog');
  for (const [label, text] of [
    ['First name', 'Ida'],
    ['Last name', 'Brandt'],
    ['Phone (optional)', '518-555-0150'],
  ] as const) {
    await app.user.type(await inModal().findByLabelText(label), text);
  }
  await app.user.click(inModal().getByRole('button', { name: 'Add Person' }));
  await waitFor(async () =>
    expect(await onServer('ida.brandt')).toMatchObject({ phone: '518-555-0150', has_password: false }),
  );
});
