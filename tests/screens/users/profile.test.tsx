import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, vi } from 'vitest';
import type { User } from '../../../contract/users/user.ts';
import { openApp, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

afterEach(() => void vi.useRealTimers());

const open = (as = 'resident') => openApp(server, { at: '/profile', as });
const press = async ({ user }: App, name: string) => user.click(await screen.findByRole('button', { name }));

async function retype({ user }: App, label: string, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
}

/** What the profile shows, by its labels. */
function shown(): Record<string, string> {
  const terms = screen.getAllByRole('term');
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling!.textContent]));
}
const changes = (app: App) => app.network.requests.filter(({ method }) => method === 'PUT');

describe('view', () => {
  test('the profile shows name, email, username and unit', async () => {
    await open('neighbour');
    await screen.findByText('Noor');
    expect(shown()).toEqual({
      'First name': 'Noor',
      'Last name': 'Aziz',
      Email: 'neighbour@example.com',
      Username: 'neighbour',
      Unit: '102',
    });
  });

  test('a long email address in the profile breaks before the @', async () => {
    await open('neighbour');
    const address = await screen.findByText('neighbour@example.com');
    expect(address.querySelector('wbr')?.nextSibling).toHaveTextContent('@');
  });

  test('the profile says that a claim waits for management, and that empty fields are not set', async () => {
    await server.database.sql`update users set last_name = '' where username = 'newcomer'`;
    const app = await open('newcomer');
    expect(await screen.findByText('201 (waiting for management to confirm)')).toBeVisible();
    expect(shown()['Last name']).toBe('(not set)');
    app.close();
    await open('manager');
    await screen.findByText('Morgan');
    expect(shown().Unit).toBe('(not set)');
  });
});

describe('edit', () => {
  test('the form of the profile has name and email; username and unit are read-only', async () => {
    const app = await open();
    await press(app, 'Edit Profile');
    expect(await screen.findByLabelText('First name')).toHaveValue('Robin');
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveFocus());
    const username = screen.getByLabelText('Username');
    expect(username).toHaveValue('resident');
    expect(username).toHaveAttribute('readonly');
    expect(username).toHaveAccessibleDescription('Username cannot be changed');
    const unit = screen.getByLabelText('Unit');
    expect(unit).toHaveValue('101');
    expect(unit).toHaveAttribute('readonly');
    expect(unit).toHaveAccessibleDescription('Contact management to change unit');
  });

  test('submitting the profile without changes says so and keeps the form open', async () => {
    const app = await open();
    await press(app, 'Edit Profile');
    await press(app, 'Next');
    expect(await screen.findByText('No changes detected.')).toBeVisible();
    await retype(app, 'First name', 'Robin ');
    expect(screen.queryByText('No changes detected.')).toBeNull();
    await press(app, 'Next');
    expect(await screen.findByText('No changes detected.')).toBeVisible();
    expect(screen.getByLabelText('First name')).toBeVisible();
  });

  test('a blank name and an invalid email address show a message at their fields', async () => {
    const app = await open();
    await press(app, 'Edit Profile');
    await app.user.clear(await screen.findByLabelText('First name'));
    await retype(app, 'Email', 'robin');
    await press(app, 'Next');
    expect(await screen.findByText('First name is required')).toBeVisible();
    expect(screen.getByText('Please enter an email address like name@example.com.')).toBeVisible();
  });

  test('Cancel discards the edit of the profile', async () => {
    const app = await open();
    await press(app, 'Edit Profile');
    await retype(app, 'First name', 'Rob');
    await press(app, 'Cancel');
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeVisible();
    expect(shown()['First name']).toBe('Robin');
    await press(app, 'Edit Profile');
    expect(await screen.findByLabelText('First name')).toHaveValue('Robin');
    expect(screen.queryByText('We kept what you wrote.')).toBeNull();
  });

  test('offline the form of the profile says so before anything is typed, and keeps the draft', async () => {
    const seen = await open();
    await screen.findByText('Robin');
    seen.close();
    const app = await open();
    app.network.offline = true;
    await screen.findByText(/^Offline\./);
    await press(app, 'Edit Profile');
    expect(
      await screen.findByText(
        'You need a connection to save your profile. What you type here is kept on this device.',
      ),
    ).toBeVisible();
    await retype(app, 'First name', 'Robina');
    await new Promise((resolve) => setTimeout(resolve, 100));
    app.close();
    const again = await open();
    await press(again, 'Edit Profile');
    expect(await screen.findByText('We kept what you wrote.')).toBeVisible();
    expect(screen.getByLabelText('First name')).toHaveValue('Robina');
  });
});

describe('confirm', () => {
  test('the confirmation of the profile marks exactly the changed fields, and Cancel Changes discards them', async () => {
    const app = await open();
    await press(app, 'Edit Profile');
    await retype(app, 'Last name', 'Hale-Moss');
    await press(app, 'Next');
    expect(await screen.findByText('Hale-Moss')).toBeVisible();
    expect(screen.getAllByRole('mark').map((mark) => mark.textContent)).toEqual(['Hale-Moss']);
    expect(shown()['Last name']).toBe('Hale-Mosswas Hale');
    await press(app, 'Cancel Changes');
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeVisible();
    expect(shown()['Last name']).toBe('Hale');
    expect(changes(app)).toEqual([]);
  });

  test('confirming the profile sends only the changed fields, and shows the profile after 2 seconds', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    });
    const user = userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms) });
    const app = await openApp(server, { at: '/profile', as: 'resident', user });
    await press(app, 'Edit Profile');
    await retype(app, 'First name', 'Robyn');
    await press(app, 'Next');
    app.network.fail(/^PUT /, 'slow');
    await press(app, 'Save Changes');
    expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
    expect(changes(app).map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
      { firstName: 'Robyn' },
    ]);
    // Its two seconds begin once React has settled.
    await act(async () => undefined);
    act(() => void vi.advanceTimersByTime(1500));
    expect(screen.getByText('Profile updated successfully!')).toBeVisible();
    act(() => void vi.advanceTimersByTime(500));
    expect(screen.queryByText('Profile updated successfully!')).toBeNull();
    expect(shown()['First name']).toBe('Robyn');
    const stored = JSON.parse(sessionStorage.getItem('porchlight.session') ?? '{}') as { user: User };
    expect(stored.user.first_name).toBe('Robyn');
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    expect(await screen.findByText('Welcome back, Robyn!')).toBeVisible();
  });

  test('the confirm button says Saving... while saving, and cannot be pressed twice', async () => {
    const app = await open();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    app.network.before = ({ method }) => (method === 'PUT' ? released : undefined);
    await press(app, 'Edit Profile');
    await retype(app, 'Last name', 'Hale Moss');
    await press(app, 'Next');
    await press(app, 'Save Changes');
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Cancel Changes' })).toBeDisabled();
    release();
    expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
  });

  test('saving the profile offline fails with a message, keeps the draft, and works when tried again', async () => {
    const app = await open();
    await press(app, 'Edit Profile');
    await retype(app, 'Last name', 'Moss');
    await press(app, 'Next');
    app.network.offline = true;
    await press(app, 'Save Changes');
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeVisible();
    app.network.offline = false;
    await press(app, 'Save Changes');
    expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
    const [user] = await server.database.sql<{ last_name: string }>`select last_name from users where id = 2`;
    expect(user?.last_name).toBe('Moss');
  });

  test('a taken email address leads back to its field in the form', async () => {
    const app = await open();
    await press(app, 'Edit Profile');
    await retype(app, 'Email', 'neighbour@example.com');
    await press(app, 'Next');
    await press(app, 'Save Changes');
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeVisible();
    const email = screen.getByLabelText('Email');
    expect(email).toHaveValue('neighbour@example.com');
    expect(email).toHaveAccessibleDescription('This email address is in use.');
    await waitFor(() => expect(email).toHaveFocus());
  });
});

describe('change of password', () => {
  const fill = async (app: App, current: string, next: string) => {
    await press(app, 'Change Password');
    await retype(app, 'Current password', current);
    await retype(app, 'New password', next);
    await press(app, 'Save Password');
  };
  const login = (password: string) =>
    server.call('POST', '/users/login', { body: { username: 'neighbour', password } });

  test('a wrong current password shows a message at its field, and the user stays signed in', async () => {
    const app = await open('neighbour');
    await fill(app, 'porchdark', 'a lamp at dusk');
    expect(await screen.findByText('This is not your current password.')).toBeVisible();
    expect(screen.getByLabelText('Current password')).toHaveFocus();
    expect(screen.queryByText(/session has ended/)).toBeNull();
    // One press is one try against the limit.
    expect(changes(app)).toHaveLength(1);
  });

  test('a new password that is too short is refused before anything is sent', async () => {
    const app = await open('neighbour');
    await fill(app, 'porchlight', 'sixsix');
    expect(await screen.findByText('Password must be at least 7 characters')).toBeVisible();
    expect(changes(app)).toEqual([]);
  });

  test('a new password that the server finds too weak shows a message at its field, and stays typed', async () => {
    const app = await open('neighbour');
    await fill(app, 'porchlight', 'Neighbour2024!');
    const message =
      'This password can be guessed from the name, username or email. Please choose another one.';
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveFocus();
    expect(screen.getByLabelText('New password')).toHaveValue('Neighbour2024!');
    expect(screen.getByLabelText('Current password')).toHaveValue('porchlight');
  });

  test('changing the password offline says so, keeps the typed text, and stores no password', async () => {
    const seen = await open('neighbour');
    await screen.findByText('Noor');
    seen.close();
    const app = await open('neighbour');
    app.network.offline = true;
    await screen.findByText(/^Offline\./);
    await fill(app, 'porchlight', 'a lamp at dusk');
    expect(screen.getByText('You need a connection to change your password.')).toBeVisible();
    expect(
      await screen.findByText('You need a connection to change your password. What you typed stays here.'),
    ).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('a lamp at dusk');
    const { database } = await import('../../../src/offline/engine/database.ts');
    const kept = await Promise.all(database.tables.map((table) => table.toArray()));
    expect(JSON.stringify(kept)).not.toContain('a lamp at dusk');
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(
      'a lamp at dusk',
    );
  });

  test('a changed password is confirmed and valid for the next sign-in', async () => {
    const app = await open('neighbour');
    await fill(app, 'porchlight', 'a lamp at dusk');
    const message = await screen.findByText('Your password was changed. You are signed out everywhere else.');
    expect(within(message.closest('[role=status]')!).getByText(/changed/)).toBeVisible();
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect((await login('porchlight')).statusCode).toBe(401);
    expect((await login('a lamp at dusk')).statusCode).toBe(200);
  });
});
