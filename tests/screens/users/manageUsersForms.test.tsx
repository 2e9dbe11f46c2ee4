import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect } from 'vitest';
import { modalClosed, until, type App } from '../../support/screens/app.tsx';
import { answer, resetUsers, inModal } from '../../support/screens/manageUsers.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { manage, onServer } from '../../support/screens/users/manageUsersForms.ts';

beforeEach(() => resetUsers(server));

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
    await waitFor(() => expect(choices()).toEqual(['No unit', '2B', '101', '102']));
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
    ['Username', ' ', 'Username is required'],
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
    app.network.fail(/POST \/users\/register/, 'line lost');
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
