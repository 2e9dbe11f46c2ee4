import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, vi } from 'vitest';
import type { User } from '../../../contract/users/user.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { open, press, retype, changes } from '../../support/screens/users/profile.ts';
import { restoreTimers } from '../../support/restoreTimers.ts';

afterEach(() => restoreTimers());

/** What the profile shows, by its labels. */
function shown(): Record<string, string> {
  const terms = screen.getAllByRole('term');
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling!.textContent]));
}

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
    await screen.findByText(/^Offline/);
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
