import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { openApp, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

async function fillIn(app: App, username: string, password: string): Promise<void> {
  await app.user.type(await screen.findByLabelText('Username'), username);
  await app.user.type(screen.getByLabelText('Password'), password);
}
const press = (app: App) => app.user.click(screen.getByRole('button', { name: 'Login' }));
const told = (app: App, words: string) =>
  waitFor(() => expect(app.toasts()).toEqual([expect.stringContaining(words)]));

test('the login screen has a title and a link to registration', async () => {
  const app = await openApp(server, { at: '/login' });
  screen.getByRole('heading', { name: 'Welcome Back' });
  screen.getByText('Sign in to access your account');
  expect(screen.getByLabelText('Username')).toBeRequired();
  expect(screen.getByLabelText('Password')).toBeRequired();
  await app.user.click(screen.getByRole('link', { name: 'Need an account? Register here' }));
  await screen.findByRole('heading', { name: 'Create Your Account' });
});

test('a resident is redirected to their dashboard after signing in', async () => {
  const app = await openApp(server, { at: '/login' });
  await fillIn(app, 'Resident', 'porchlight');
  await press(app);
  await screen.findByRole('heading', { name: 'Welcome back, Robin!' });
  expect(app.path()).toBe('/dashboard/resident');
  await told(app, 'Successfully logged in!');
});

test('a manager is redirected to the manager’s dashboard after signing in', async () => {
  const app = await openApp(server, { at: '/login' });
  await fillIn(app, 'manager', 'porchlight');
  await press(app);
  await screen.findByRole('heading', { name: 'Manager Dashboard' });
  expect(app.path()).toBe('/admin/dashboard');
});

test('a wrong password shows the server’s message, and the typed text stays', async () => {
  const app = await openApp(server, { at: '/login' });
  await fillIn(app, 'resident', 'not the password');
  await press(app);
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid username or password.');
  await told(app, 'Invalid username or password.');
  expect(screen.getByLabelText('Username')).toHaveValue('resident');
  expect(screen.getByLabelText('Password')).toHaveValue('not the password');
  expect(sessionStorage.length).toBe(0);
});

test('the message of a failed sign-in disappears after a successful one', async () => {
  const app = await openApp(server, { at: '/login' });
  await fillIn(app, 'resident', 'not the password');
  await press(app);
  await told(app, 'Invalid username or password.');
  await app.user.clear(screen.getByLabelText('Password'));
  await app.user.type(screen.getByLabelText('Password'), 'porchlight');
  await press(app);
  await told(app, 'Successfully logged in!');
});

test('a refused sign-in without a message shows a default one', async () => {
  const app = await openApp(server, { at: '/login' });
  app.network.fail(/login/, { status: 500, message: '' });
  await fillIn(app, 'resident', 'porchlight');
  await press(app);
  expect(await screen.findByRole('alert')).toHaveTextContent('Login Failed.');
  await told(app, 'Login failed. Please check your credentials.');
});

test('signing in offline says that it needs a connection, and the typed text stays', async () => {
  const app = await openApp(server, { at: '/login' });
  app.network.offline = true;
  await fillIn(app, 'resident', 'porchlight');
  await press(app);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You need a connection to sign in. Please try again when you have one.',
  );
  expect(screen.getByLabelText('Password')).toHaveValue('porchlight');
  app.network.offline = false;
  await press(app);
  await screen.findByRole('heading', { name: 'Welcome back, Robin!' });
});

test('Keep me signed in is ticked by default, and the device remembers the user', async () => {
  const app = await openApp(server, { at: '/login' });
  expect(screen.getByLabelText('Keep me signed in on this device')).toBeChecked();
  await fillIn(app, 'resident', 'porchlight');
  await press(app);
  await screen.findByRole('heading', { name: 'Welcome back, Robin!' });
  // Of the session, and of the device.
  expect(app.network.cookies.size).toBe(2);
});

test('with Keep me signed in unticked, no session cookie is stored', async () => {
  const app = await openApp(server, { at: '/login' });
  await app.user.click(screen.getByLabelText('Keep me signed in on this device'));
  await fillIn(app, 'resident', 'porchlight');
  await press(app);
  await screen.findByRole('heading', { name: 'Welcome back, Robin!' });
  expect(app.network.cookies.size).toBe(0);
});

test('the typed password can be shown', async () => {
  const app = await openApp(server, { at: '/login' });
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  await app.user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
});
