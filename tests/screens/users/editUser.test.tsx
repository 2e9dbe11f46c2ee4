import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect } from 'vitest';
import { modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { answer, resetUsers, inModal } from '../../support/screens/manageUsers.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { manage, onServer } from '../../support/screens/users/manageUsersForms.ts';

beforeEach(() => resetUsers(server));

describe('editing a user', () => {
  const SURE = 'Are you sure you want to update this user?';
  const save = ({ user }: App) => user.click(inModal().getByRole('button', { name: 'Save Changes' }));

  async function openEdit({ user }: App, name = 'Robin Hale'): Promise<void> {
    await user.click(await screen.findByRole('button', { name: `Edit ${name}` }));
    await screen.findByLabelText('First name');
  }

  test('the form of a user has all fields, marked as required, and asks before it saves', async () => {
    const app = await manage();
    await openEdit(app);
    for (const label of [
      'First name',
      'Last name',
      'Username',
      'Email',
      'Property',
      'Unit',
      'Active',
      'Manager',
    ]) {
      expect(inModal().getByLabelText(label)).toBeRequired();
    }
    await waitFor(() => expect(inModal().getByLabelText('Unit')).toHaveDisplayValue('101'));
    expect(inModal().getByLabelText('Active')).toHaveDisplayValue('Yes');
    expect(inModal().getByLabelText('Manager')).toHaveDisplayValue('No');
    await app.user.clear(inModal().getByLabelText('First name'));
    await app.user.type(inModal().getByLabelText('First name'), 'Robyn');
    await app.user.selectOptions(inModal().getByLabelText('Unit'), '2B');
    await save(app);
    await answer(app, SURE, 'Cancel');
    expect(await onServer('resident')).toMatchObject({ first_name: 'Robin' });
    await save(app);
    await answer(app, SURE, 'Update User');
    await modalClosed();
    expect(await screen.findByText('User updated successfully!')).toBeInTheDocument();
    expect(await onServer('resident')).toMatchObject({ first_name: 'Robyn', unit_number: '2B' });
    const sent = app.network.requests.find(({ method }) => method === 'PUT');
    expect(JSON.parse(String(sent?.body))).toEqual({ id: 2, firstName: 'Robyn', unit: 3 });
  });

  test('saving a user does not overwrite what another manager changed meanwhile', async () => {
    const as = await server.token('manager');
    const app = await manage();
    await openEdit(app);
    await app.user.type(inModal().getByLabelText('First name'), 'son');
    await server.call('PUT', '/users/2', { as, body: { lastName: 'Lind' } });
    await app.user.click(inModal().getByRole('button', { name: 'Cancel' }));
    await modalClosed();
    app.close();
    const later = await manage();
    await openEdit(later, 'Robin Lind');
    expect(inModal().getByLabelText('Last name')).toHaveValue('Lind');
    expect(inModal().getByLabelText('First name')).toHaveValue('Robinson');
    await server.call('PUT', '/users/2', { as, body: { lastName: 'Hale', username: 'robin' } });
    await save(later);
    await answer(later, SURE, 'Update User');
    await modalClosed();
    expect(await onServer('robin')).toMatchObject({ first_name: 'Robinson', last_name: 'Hale', unit: 1 });
  });

  test('a user can be saved without a change', async () => {
    const app = await manage();
    await openEdit(app);
    await save(app);
    await answer(app, SURE, 'Update User');
    await modalClosed();
    expect(await screen.findByText('User updated successfully!')).toBeInTheDocument();
    expect(JSON.parse(String(app.network.sent()[0]?.body))).toEqual({ id: 2 });
  });

  test('a claim stays when other fields of a user are changed', async () => {
    const app = await manage();
    await openEdit(app, 'Nico Berg');
    await app.user.type(inModal().getByLabelText('First name'), 'las');
    await save(app);
    await answer(app, SURE, 'Update User');
    await modalClosed();
    expect(await onServer('newcomer')).toMatchObject({
      first_name: 'Nicolas',
      unit: null,
      unit_claim: '201',
    });
    await server.database.sql`update users set first_name = 'Nico' where id = 4`;
  });

  test('a failed save of a user shows a message at the field', async () => {
    const app = await manage();
    await openEdit(app);
    await app.user.clear(inModal().getByLabelText('Email'));
    await app.user.type(inModal().getByLabelText('Email'), 'NEIGHBOUR@example.com');
    await save(app);
    await answer(app, SURE, 'Update User');
    expect(await inModal().findByText('Failed to update user. Please try again.')).toBeInTheDocument();
    expect(inModal().getByText('This email address is in use.')).toBeInTheDocument();
  });

  test('an account can be deactivated and activated again', async () => {
    const app = await manage();
    await openEdit(app);
    await app.user.selectOptions(inModal().getByLabelText('Active'), 'No');
    await save(app);
    await answer(app, SURE, 'Update User');
    await modalClosed();
    await until(() => screen.queryByText('Robin Hale') === null);
    expect(await onServer('resident')).toMatchObject({ is_current_user: false });
    await app.user.click(screen.getByRole('button', { name: /^Inactive/ }));
    await openEdit(app);
    expect(inModal().queryByRole('button', { name: 'Reset Password' })).not.toBeInTheDocument();
    await app.user.selectOptions(inModal().getByLabelText('Active'), 'Yes');
    await save(app);
    await answer(app, SURE, 'Update User');
    await modalClosed();
    expect(await onServer('resident')).toMatchObject({ is_current_user: true });
  });

  test('a user can be made a manager, and then has no actions in the list', async () => {
    const app = await manage();
    await openEdit(app);
    await app.user.selectOptions(inModal().getByLabelText('Manager'), 'Yes');
    await save(app);
    await answer(app, SURE, 'Update User');
    await modalClosed();
    await until(() => screen.queryByRole('button', { name: 'Edit Robin Hale' }) === null);
    expect(screen.getAllByText('Manager')).toHaveLength(2);
  });

  test('a manager’s account cannot be opened for editing, not even by its URL', async () => {
    await openApp(server, { at: '/admin/manage-users?edit=1', as: 'manager' });
    // The units, which such a form needs, are there as soon as a claim can be confirmed.
    await screen.findByRole('button', { name: /^Confirm/ });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('the form of a user shows the audit log of the account', async () => {
    const as = await server.token('manager');
    await server.call('PUT', '/users/2', { as, body: { lastName: 'Hale-Berg' } });
    await server.call('PUT', '/users/2', { as, body: { lastName: 'Hale' } });
    const app = await manage();
    await openEdit(app);
    await app.user.click(inModal().getByText('Changes'));
    expect(await inModal().findByText('Last name: Hale → Hale-Berg')).toBeInTheDocument();
    expect(inModal().getAllByText('Morgan Reyes').length).toBeGreaterThan(1);
  });
});
