import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { openApp, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(async () => {
  await server.database.sql`delete from users where username = 'mika'`;
});

const MIKA = {
  'First name': 'Mika',
  'Last name': 'Sand',
  Username: 'mika',
  Email: 'mika@example.com',
  Password: 'porchlight',
};

async function fillIn(app: App, given: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(given)) {
    await app.user.type(await screen.findByLabelText(label), text);
  }
}
const press = (app: App) => app.user.click(screen.getByRole('button', { name: 'Create Account' }));
const field = (label: string) => screen.getByLabelText(label);
const told = (app: App, words: string) =>
  waitFor(() => expect(app.toasts()).toEqual([expect.stringContaining(words)]));

test('someone who creates an account is signed in, and their unit number waits for management to confirm it', async () => {
  const app = await openApp(server, { at: '/register' });
  await screen.findByRole('heading', { name: 'Create Your Account' });
  await fillIn(app, { ...MIKA, 'Unit number (optional)': '201' });
  await press(app);
  await screen.findByText('No maintenance requests yet.');
  await told(app, 'Account created successfully! Welcome aboard!');
  expect(app.path()).toBe('/dashboard/resident');
  const [mika] = await server.database.sql`select unit, unit_claim from users where username = 'mika'`;
  expect(mika).toEqual({ unit: null, unit_claim: '201' });
});

test('a door number that begins with 0 or has letters is claimed as it is on the door', async () => {
  await server.database.sql`update units set unit_number = '2B' where unit_number = '201'`;
  onTestFinished(async () => {
    await server.database.sql`update units set unit_number = '201' where unit_number = '2B'`;
  });
  const app = await openApp(server, { at: '/register' });
  await fillIn(app, { ...MIKA, 'Unit number (optional)': '02b' });
  await press(app);
  await screen.findByText('No maintenance requests yet.');
  const [mika] = await server.database.sql`select unit, unit_claim from users where username = 'mika'`;
  expect(mika).toEqual({ unit: null, unit_claim: '02b' });
});

test('the unit may be left empty', async () => {
  const app = await openApp(server, { at: '/register' });
  await fillIn(app, MIKA);
  await press(app);
  await screen.findByText('No maintenance requests yet.');
  expect(app.network.requests.find(({ path }) => path === '/users/register')?.body.toString()).toContain(
    '"unit":null',
  );
});

test.each([
  ['0', 'Unit number must be 1 or more.'],
  ['1.5', 'Unit number must be a whole number.'],
])('a unit number %s is refused at its field', async (typed, message) => {
  const app = await openApp(server, { at: '/register' });
  await fillIn(app, { ...MIKA, 'Unit number (optional)': typed });
  await press(app);
  await waitFor(() =>
    expect(field('Unit number (optional)')).toHaveAccessibleDescription(expect.stringContaining(message)),
  );
  expect(app.network.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a unit number that no property has does not stop the registration, and the person is told what becomes of it', async () => {
  const app = await openApp(server, { at: '/register' });
  await fillIn(app, { ...MIKA, 'Unit number (optional)': '999' });
  await press(app);
  await told(app, 'Account created successfully! Welcome aboard!');
  const words =
    /^We found no unit 999\. Your account is open all the same, and management sees what you typed\./;
  expect(await screen.findByText(words)).toBeVisible();
  expect(app.path()).toBe('/dashboard/resident');
  const [mika] = await server.database.sql`select unit, unit_claim from users where username = 'mika'`;
  expect(mika).toEqual({ unit: null, unit_claim: '999' });

  await app.user.click(screen.getByRole('link', { name: 'View Profile' }));
  expect(await screen.findByText('999 (waiting for management to confirm)')).toBeVisible();
  expect(await screen.findByText(words)).toBeVisible();
  await app.user.click(screen.getByRole('link', { name: 'Tell management' }));
  await waitFor(() => expect(app.path()).toBe('/contact'));
});

test('a unit number that a property has is told of as waiting, and nothing more', async () => {
  const app = await openApp(server, { at: '/register' });
  await fillIn(app, { ...MIKA, 'Unit number (optional)': '201' });
  await press(app);
  await screen.findByText('No maintenance requests yet.');
  await app.user.click(screen.getByRole('link', { name: 'View Profile' }));
  expect(await screen.findByText('201 (waiting for management to confirm)')).toBeVisible();
  expect(screen.queryByText(/^We found no unit/)).toBeNull();
});

test('a password that the server finds too weak is refused at its field, and nothing typed is lost', async () => {
  const app = await openApp(server, { at: '/register' });
  await fillIn(app, { ...MIKA, Password: 'iloveyou' });
  await press(app);
  const words = 'This password is too common. Please choose another one.';
  await waitFor(() => expect(field('Password')).toHaveAccessibleDescription(expect.stringContaining(words)));
  expect(field('Password')).toHaveValue('iloveyou');
  expect(field('Email')).toHaveValue('mika@example.com');
  expect(field('Password')).toHaveFocus();
});

test('a username and an email that are taken are told at their fields', async () => {
  const app = await openApp(server, { at: '/register' });
  await fillIn(app, { ...MIKA, Username: 'Resident' });
  await press(app);
  await waitFor(() => expect(field('Username')).toHaveAccessibleDescription('This username is taken.'));
  await app.user.clear(field('Username'));
  await app.user.clear(field('Email'));
  await fillIn(app, { Username: 'mika', Email: 'Resident@example.com' });
  await press(app);
  await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('This email address is in use.'));
});

test('a refusal without a message shows a default message', async () => {
  const app = await openApp(server, { at: '/register' });
  app.network.fail(/register/, { status: 500, message: '' });
  await fillIn(app, MIKA);
  await press(app);
  expect(await screen.findByRole('alert')).toHaveTextContent('Registration Failed.');
  await told(app, 'Registration failed. Please try again.');
});

test('a refusal that names no field is shown in the server’s words', async () => {
  const app = await openApp(server, { at: '/register' });
  app.network.fail(/register/, { status: 429, message: 'Too many registrations. Please try again later.' });
  await fillIn(app, MIKA);
  await press(app);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Too many registrations. Please try again later.',
  );
  await told(app, 'Too many registrations. Please try again later.');
});

test('without a connection registering says that it needs one, and nothing typed is lost', async () => {
  const app = await openApp(server, { at: '/register' });
  app.network.offline = true;
  await fillIn(app, MIKA);
  await press(app);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You need a connection to register. What you typed stays here.',
  );
  for (const [label, text] of Object.entries(MIKA)) expect(field(label)).toHaveValue(text);
});

test('someone who has an account finds the way to sign in', async () => {
  const app = await openApp(server, { at: '/register' });
  await app.user.click(await screen.findByRole('link', { name: 'Already have an account? Sign in here' }));
  await screen.findByRole('heading', { name: 'Welcome Back' });
});
