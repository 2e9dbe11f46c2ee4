import { screen, within } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { modalClosed, openApp, until, type App } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { answer, resetUsers, manageUsers } from '../../support/screens/manageUsers.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

beforeEach(() => resetUsers(server));

const manage = () => manageUsers(server);

const SURE = /^Are you sure you want to reset the password of Robin Hale\?/;

async function reset(app: App): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name: 'Edit Robin Hale' }));
  await app.user.click(await screen.findByRole('button', { name: 'Reset Password' }));
  await answer(app, SURE, 'Reset Password');
}

test('a one-time password is shown once, can be copied, and must be changed at the next sign-in', async () => {
  const app = await manage();
  await reset(app);
  const dialog = within(await screen.findByRole('dialog', { name: 'One-time password' }));
  const password = dialog.getByLabelText('One-time password').textContent;
  expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await app.user.click(dialog.getByRole('button', { name: 'Copy' }));
  expect(await dialog.findByText('Copied.')).toBeInTheDocument();
  expect(copied).toHaveBeenCalledExactlyOnceWith(password);
  await app.user.click(dialog.getByRole('button', { name: 'Done' }));
  await modalClosed();
  expect(screen.queryByText(password)).not.toBeInTheDocument();
  app.close();

  await freshDevice();
  const resident = await openApp(server, { at: '/login' });
  const { user } = resident;
  await user.type(await screen.findByLabelText('Username'), 'resident');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByRole('heading', { name: 'Choose a Password' });
  // Wherever they turn, and after a reload, too.
  expect(within(screen.getByRole('navigation', { name: 'Main' })).queryAllByRole('link', { name: 'Payments' })).toEqual([]); // prettier-ignore
  resident.close();
  const again = await openApp(server, { at: '/payments' });
  await screen.findByRole('heading', { name: 'Choose a Password' });
  await again.user.type(await screen.findByLabelText('One-time password'), password);
  await again.user.type(screen.getByLabelText('New password'), password);
  await again.user.click(screen.getByRole('button', { name: 'Save Password' }));
  expect(
    await screen.findByText('This is the password you have. Please choose another one.'),
  ).toBeInTheDocument();
  await again.user.clear(screen.getByLabelText('New password'));
  await again.user.type(screen.getByLabelText('New password'), 'a lamp at dusk');
  await again.user.click(screen.getByRole('button', { name: 'Save Password' }));
  expect(await screen.findByRole('heading', { name: 'Payments' })).toBeInTheDocument();
  expect(again.path()).toBe('/payments');
  await until(() => again.toasts().some((toast) => toast.includes('Your password was changed.')));
});

test('someone with a one-time password can sign out instead of choosing a password', async () => {
  await server.database.sql`update users set must_change_password = true where id = 2`;
  const app = await openApp(server, { at: '/dashboard/resident', as: 'resident' });
  await screen.findByRole('heading', { name: 'Choose a Password' });
  await app.user.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('link', { name: 'Register Now' });
});

test('a failed password reset shows the reason', async () => {
  const app = await manage();
  app.network.fail(/password-reset/, {
    status: 403,
    message: 'A manager’s password is changed only by its owner.',
  });
  await reset(app);
  expect(
    await screen.findByText(
      'Failed to reset the password: A manager’s password is changed only by its owner.',
    ),
  ).toBeInTheDocument();
});

test('a one-time password can be selected if the browser refuses to copy it', async () => {
  const app = await manage();
  await reset(app);
  const dialog = within(await screen.findByRole('dialog', { name: 'One-time password' }));
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Not allowed.'));
  await app.user.click(dialog.getByRole('button', { name: 'Copy' }));
  expect(
    await dialog.findByText('This browser does not let us copy. Please select and copy it yourself.'),
  ).toBeInTheDocument();
});
