import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect } from 'vitest';
import type { ListedUser } from '../../../contract/users/user.ts';
import { modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { answer, resetUsers, inModal, manageUsers } from '../../support/screens/manageUsers.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(() => resetUsers(server));

const manage = () => manageUsers(server);

async function onServer(username: string): Promise<ListedUser | undefined> {
  const as = await server.token('manager');
  const users = (await server.call('GET', '/users', { as })).json<ListedUser[]>();
  return users.find((user) => user.username === username);
}

describe('creating a user', () => {
  const SURE = 'Are you sure you want to create this user?';
  const send = ({ user }: App) => user.click(inModal().getByRole('button', { name: 'Create User' }));

  async function openNew({ user }: App): Promise<void> {
    await user.click(await screen.findByRole('button', { name: 'Create User' }));
    await screen.findByLabelText('First name');
    await until(() => inModal().getByLabelText<HTMLSelectElement>('Property').value !== '');
  }

  async function fill({ user }: App, more: Record<string, string> = {}): Promise<void> {
    const typed = {
      'First name': 'Ida',
      'Last name': 'Brandt',
      Username: 'ida',
      Email: 'ida@example.com',
      Password: 'a lamp at dusk',
      'Confirm password': 'a lamp at dusk',
      ...more,
    };
    for (const [label, text] of Object.entries(typed)) {
      await user.click(inModal().getByLabelText(label));
      await user.paste(text);
    }
  }

  test('creating a user asks for confirmation, and then lists them with the chosen unit', async () => {
    const app = await manage();
    await openNew(app);
    await fill(app);
    expect(inModal().getByLabelText('Property')).toHaveDisplayValue('Maple Court');
    const unit = inModal().getByLabelText('Unit');
    const choices = () => [...unit.querySelectorAll('option')].map((option) => option.textContent);
    expect(choices()).toEqual(['No unit', '2B', '101', '102']);
    await app.user.selectOptions(inModal().getByLabelText('Property'), 'Harbor House');
    expect(choices()).toEqual(['No unit', '101', '201']);
    await app.user.selectOptions(unit, '201');
    await send(app);
    await answer(app, SURE, 'Cancel');
    expect(await onServer('ida')).toBeUndefined();
    await send(app);
    await answer(app, SURE, 'Create User');
    await modalClosed();
    expect(await screen.findByText('User created successfully!')).toBeInTheDocument();
    expect(await onServer('ida')).toMatchObject({
      ...{ first_name: 'Ida', last_name: 'Brandt', email: 'ida@example.com' },
      ...{ unit_number: '201', property_name: 'Harbor House', is_manager: false },
    });
    expect(await screen.findByText('Ida Brandt')).toBeInTheDocument();
    const login = { username: 'ida', password: 'a lamp at dusk' };
    expect((await server.call('POST', '/users/login', { body: login })).statusCode).toBe(200);
  });

  test('a created user must choose a new password at the first sign-in, unless the box is cleared', async () => {
    const app = await manage();
    await openNew(app);
    await fill(app);
    const box = () =>
      inModal().getByRole('checkbox', { name: 'Must choose a new password at first sign-in' });
    expect(box()).toBeChecked();
    await send(app);
    await answer(app, SURE, 'Create User');
    await modalClosed();
    expect(await onServer('ida')).toMatchObject({ must_change_password: true });

    await openNew(app);
    await fill(app, { Username: 'ada', Email: 'ada@example.com' });
    await app.user.click(box());
    await send(app);
    await answer(app, SURE, 'Create User');
    await modalClosed();
    expect(await onServer('ada')).toMatchObject({ must_change_password: false });
  });

  test('choosing another property clears the chosen unit', async () => {
    const app = await manage();
    await openNew(app);
    await fill(app);
    await app.user.selectOptions(inModal().getByLabelText('Unit'), '102');
    await app.user.selectOptions(inModal().getByLabelText('Property'), 'Harbor House');
    await send(app);
    await answer(app, SURE, 'Create User');
    await screen.findByText('User created successfully!');
    expect(await onServer('ida')).toMatchObject({ unit: null });
  });

  test.each([
    ['First name', '  ', 'First name is required'],
    ['Last name', '', 'Last name is required'],
    ['Username', ' ', 'Username is required'],
    ['Email', '', 'Email is required'],
    ['Password', 'sixsix', 'Password must be at least 7 characters'],
    ['Confirm password', 'a lamp at dawn', 'Passwords do not match'],
  ])('creating a user with %s “%s” is refused before anything is sent: %s', async (label, typed, message) => {
    const app = await manage();
    await openNew(app);
    await fill(app, { [label]: typed, ...(label === 'Password' ? { 'Confirm password': typed } : {}) });
    await send(app);
    expect(await inModal().findByText(message)).toBeInTheDocument();
    expect(inModal().getByLabelText(label)).toBeInvalid();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(app.network.sent()).toEqual([]);
  });

  test('creating a user with several errors focuses the first invalid field', async () => {
    const app = await manage();
    await openNew(app);
    await fill(app, { Email: 'ida', Password: 'sixsix', 'Confirm password': 'sixsix' });
    await send(app);
    await until(() => document.activeElement === inModal().getByLabelText('Email'));
    await app.user.type(inModal().getByLabelText('Email'), '@example.com');
    await app.user.type(inModal().getByLabelText('Password'), ' at dusk');
    await app.user.type(inModal().getByLabelText('Confirm password'), ' at dusk');
    const fields = { username: 'Taken.', lastName: 'Too odd.', email: 'In use.' };
    app.network.fail(/POST \/users\/register/, {
      status: 409,
      body: { message: 'No.', error: 'No.', code: 'conflict', fields },
    });
    await send(app);
    await answer(app, SURE, 'Create User');
    await inModal().findByText('Too odd.');
    expect(inModal().getByLabelText('Last name')).toHaveFocus();
  });

  test('creating a user with a password that the server finds too weak fails with a message at the field, and keeps what was typed', async () => {
    const app = await manage();
    await openNew(app);
    await fill(app, { Password: 'Brandt2024!', 'Confirm password': 'Brandt2024!' });
    await send(app);
    await answer(app, SURE, 'Create User');
    await inModal().findByText(
      'This password can be guessed from the name, username or email. Please choose another one.',
    );
    expect(inModal().getByLabelText('Password')).toBeInvalid();
    expect(inModal().getByLabelText('Password')).toHaveValue('Brandt2024!');
    expect(inModal().getByLabelText('First name')).toHaveValue('Ida');
    expect(await onServer('ida')).toBeUndefined();
  });

  test('creating a user with a taken username fails with a message at the field', async () => {
    const app = await manage();
    await openNew(app);
    await fill(app, { Username: 'Resident' });
    await send(app);
    await answer(app, SURE, 'Create User');
    expect(await inModal().findByText('Failed to create user. Please try again.')).toBeInTheDocument();
    expect(inModal().getByText('This username is taken.')).toBeInTheDocument();
  });

  test('a user whose answer was lost is created once, however often the form is sent', async () => {
    const app = await manage();
    await openNew(app);
    await fill(app);
    app.network.fail(/POST \/users\/register/, 'answer lost');
    await send(app);
    await answer(app, SURE, 'Create User');
    expect(await inModal().findByText(/^Failed to create user\. Please try again\. There is no connection/))
      .toBeInTheDocument(); // prettier-ignore
    app.reconnect();
    await until(async () => {
      const button = inModal().getByRole<HTMLButtonElement>('button', { name: 'Create User' });
      if (button.disabled) await server.call('GET', '/health');
      return !button.disabled;
    });
    await send(app);
    await answer(app, SURE, 'Create User');
    await modalClosed();
    expect(await screen.findByText('User created successfully!')).toBeInTheDocument();
  });

  test('the draft of a new user is stored on this device without the passwords', async () => {
    const app = await manage();
    await openNew(app);
    await fill(app);
    await app.user.click(inModal().getByRole('button', { name: 'Cancel' }));
    await modalClosed();
    const { database } = await import('../../../src/offline/engine/database.ts');
    const kept = JSON.stringify(await database.drafts.toArray());
    expect(kept).toContain('Brandt');
    expect(kept).not.toContain('lamp');
    await openNew(app);
    expect(await screen.findByText('We kept what you wrote.')).toBeInTheDocument();
    expect(inModal().getByLabelText('Last name')).toHaveValue('Brandt');
    expect(inModal().getByLabelText('Password')).toHaveValue('');
  });

  test('after a failed creation of a user the password is not stored either', async () => {
    const app = await manage();
    await openNew(app);
    await fill(app, { Username: 'resident' });
    await send(app);
    await answer(app, SURE, 'Create User');
    await screen.findByText('This username is taken.');
    await app.user.click(inModal().getByLabelText('Username'));
    await app.user.paste('2');
    const { database } = await import('../../../src/offline/engine/database.ts');
    await waitFor(async () => expect(JSON.stringify(await database.drafts.toArray())).toContain('resident2'));
    expect(JSON.stringify(await database.drafts.toArray())).not.toContain('lamp');
  });
});

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

  test('a blank name of a user is refused at its field', async () => {
    const app = await manage();
    await openEdit(app);
    await app.user.clear(inModal().getByLabelText('Last name'));
    await save(app);
    expect(await inModal().findByText('Last name is required')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
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
