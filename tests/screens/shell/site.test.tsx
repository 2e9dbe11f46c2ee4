import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const bar = async () => within(await screen.findByRole('navigation', { name: 'Main' }));
const section = async (name: string) => within(await screen.findByRole('region', { name }));

test('the landing page has a hero with Login, three features, three reviews and a call to register', async () => {
  await openApp(server, { at: '/' });
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  const login = within(screen.getByRole('main')).getByRole('link', { name: 'Login' });
  expect(login).toHaveAttribute('href', '/login');
  const features = await section('Everything that comes with the key');
  expect(features.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
    'Transactions',
    'Maintenance',
    'Community',
  ]);
  expect((await section('What residents and managers say')).getAllByRole('figure')).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'Register Now' })).toHaveAttribute('href', '/register');
});

test('the about page has a mission and three feature cards', async () => {
  const { user } = await openApp(server, { at: '/' });
  await user.click((await bar()).getByRole('link', { name: 'About' }));
  expect(await screen.findByRole('heading', { name: 'About Porchlight', level: 1 })).toBeVisible();
  expect((await section('Our mission')).getByText(/Our mission is/)).toBeVisible();
  expect((await section('What we hold to')).getAllByRole('heading', { level: 3 })).toHaveLength(3);
});

test('the navigation of a visitor has About and Login, and the logo links to the landing page', async () => {
  await openApp(server, { at: '/about' });
  const links = (await bar()).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Porchlight', '/'],
    ['About', '/about'],
    ['Login', '/login'],
  ]);
});

test('a signed-in user can go back from the about page, and is redirected from the landing page', async () => {
  const app = await openApp(server, { at: '/about', as: 'resident' });
  expect((await bar()).getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard/resident',
  );
  app.close();
  await openApp(server, { at: '/', as: 'resident' });
  expect(await screen.findByText('Welcome back, Robin!')).toBeVisible();
});

test.each([
  ['/', 'Porchlight, the resident portal that works without a signal', /^Pay your balance/],
  ['/about', 'About Porchlight', /^Why we built/],
  ['/login', 'Login · Porchlight', /^Sign in/],
  ['/register', 'Create Your Account · Porchlight', /^Create your Porchlight account/],
])('%s has a title and a description of its own', async (at, title, description) => {
  const meta = document.createElement('meta');
  meta.name = 'description';
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  await openApp(server, { at });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(document.title).toBe(title));
  expect(meta.content).toMatch(description);
});

describe('login', () => {
  const fill = async (user: Awaited<ReturnType<typeof openApp>>['user'], password: string) => {
    await user.type(await screen.findByLabelText('Username'), 'resident');
    await user.type(screen.getByLabelText('Password'), password);
    await user.click(screen.getByRole('button', { name: 'Login' }));
  };

  test('the login screen shows the specified texts', async () => {
    await openApp(server, { at: '/login' });
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(screen.getByText('Sign in to access your account')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Need an account? Register here' })).toHaveAttribute(
      'href',
      '/register',
    );
  });

  test('a blank login shows messages at its fields, focuses the first, and clears them while typing', async () => {
    const { user, network } = await openApp(server, { at: '/login' });
    await user.click(await screen.findByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Username is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(screen.getByLabelText('Username')).toHaveFocus();
    await user.keyboard('r');
    expect(screen.queryByText('Username is required')).toBeNull();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(network.requests.filter(({ path }) => path === '/users/login')).toEqual([]);
  });

  test('a refused login shows the server’s message above the form and as a toast', async () => {
    const app = await openApp(server, { at: '/login' });
    await fill(app.user, 'porchdark');
    expect(await within(screen.getByRole('main')).findByText('Invalid username or password.')).toBeVisible();
    await screen.findAllByText('Invalid username or password.');
    expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled();
  });

  test('a refused login without a message shows the specified one', async () => {
    const app = await openApp(server, { at: '/login' });
    app.network.fail(/login/, { status: 401, message: '' });
    await fill(app.user, 'porchlight');
    expect(await screen.findByText('Login Failed.')).toBeVisible();
    expect(await screen.findByText('Login failed. Please check your credentials.')).toBeInTheDocument();
  });

  test('the login button says Signing in..., and a toast confirms the sign-in', async () => {
    const { user, network } = await openApp(server, { at: '/login' });
    let release = (): void => undefined;
    network.before = ({ path }) =>
      path === '/users/login' ? new Promise((resolve) => (release = resolve)) : undefined;
    await fill(user, 'porchlight');
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled();
    release();
    expect(await screen.findByText('Successfully logged in!')).toBeInTheDocument();
  });

  test('“Keep me signed in” is ticked by default, and its state is sent', async () => {
    const { user, network } = await openApp(server, { at: '/login' });
    const box = await screen.findByRole('checkbox', { name: 'Keep me signed in on this device' });
    expect(box).toBeChecked();
    await user.click(box);
    await fill(user, 'porchlight');
    await screen.findByText('Successfully logged in!');
    const [sent] = network.requests.filter(({ path }) => path === '/users/login');
    expect(JSON.parse(sent!.body.toString())).toMatchObject({ keep_signed_in: false });
  });
});

test('a refused registration without a message shows the specified one', async () => {
  const { user, network } = await openApp(server, { at: '/register' });
  network.fail(/register/, { status: 400, message: '' });
  for (const [label, text] of [
    ['First name', 'Ida'],
    ['Last name', 'Brandt'],
    ['Username', 'ida'],
    ['Email', 'ida@example.com'],
    ['Password', 'a lamp at dusk'],
  ] as const) {
    await user.type(await screen.findByLabelText(label), text);
  }
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  expect(await screen.findByText('Registration Failed.')).toBeVisible();
  expect(await screen.findByText('Registration failed. Please try again.')).toBeInTheDocument();
});
