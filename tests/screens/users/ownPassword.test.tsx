import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect } from 'vitest';
import type { App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import { open, press, retype, changes } from '../../support/screens/users/profile.ts';
import { restoreTimers } from '../../support/restoreTimers.ts';

afterEach(() => restoreTimers());

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
    await screen.findByText(/^Offline/);
    await fill(app, 'porchlight', 'a lamp at dusk');
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
