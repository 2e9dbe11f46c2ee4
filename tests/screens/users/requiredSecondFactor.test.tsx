import { screen, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { testWith } from '../../support/screens/world.ts';
import { codeOf, enrol } from '../../support/server/authenticator.ts';
import { server } from '../../support/server/world.ts';

const test = testWith({ MANAGER_SECOND_FACTOR: 'required' });
beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from second_factors`;
  await sql`delete from sessions`;
  await sql`update users set is_manager = id = 1`;
});

const press = ({ user }: App, name: string) => user.click(screen.getByRole('button', { name }));
const TITLE = { name: 'Add a Second Factor' };

async function setUp(app: App): Promise<void> {
  await app.user.type(await screen.findByLabelText('Current password'), 'porchlight');
  await press(app, 'Next');
  const key = await screen.findByLabelText('Key for your authenticator app');
  await app.user.type(await screen.findByLabelText('Code'), codeOf(key.textContent.replaceAll(' ', '')));
  await press(app, 'Turn On');
  await screen.findByRole('list', { name: 'Recovery codes' });
  await press(app, 'I Have Kept Them');
}

test('where it is required, a manager sees only its set-up, wherever they turn, and goes on after it', async () => {
  const app = await openApp(server, { at: '/admin/units', as: 'manager' });
  await screen.findByRole('heading', TITLE);
  expect(within(screen.getByRole('navigation', { name: 'Main' })).queryAllByRole('link', { name: 'Units' })).toEqual([]); // prettier-ignore
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await setUp(app);
  expect(await screen.findByRole('heading', { name: 'Units' })).toBeVisible();
  expect(app.path()).toBe('/admin/units');
  await until(() => app.toasts().some((toast) => toast.includes('Your second factor is on.')));
});

test('they can log out instead', async () => {
  const app = await openApp(server, { at: '/admin/dashboard', as: 'manager' });
  await screen.findByRole('heading', TITLE);
  await press(app, 'Logout');
  await screen.findByRole('link', { name: 'Register Now' });
});

test('a resident who becomes a manager while signed in is led to its set-up by the next call', async () => {
  const app = await openApp(server, { at: '/payments', as: 'resident' });
  await screen.findByRole('heading', { name: 'Payments' });
  const { token } = await enrol(server, await server.token('manager'));
  await server.call('PUT', '/users/2', { as: token, body: { isManager: true } });
  await app.user.click(screen.getAllByRole('link', { name: 'Profile' })[0]!);
  await screen.findByRole('heading', TITLE);
  await setUp(app);
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible();
});

test('a manager who turns it off is led to its set-up again', async () => {
  const app = await openApp(server, { at: '/profile', as: 'manager' });
  await setUp(app);
  await server.database.sql`update second_factors set last_step = 0`;
  const [{ secret }] = (await server.database.sql<{ secret: string }>`select secret from second_factors`) as [
    { secret: string },
  ];
  await app.user.click(await screen.findByRole('button', { name: 'Turn Off' }));
  expect(await screen.findByText(/^Managers need a second factor here/)).toBeVisible();
  await app.user.type(await screen.findByLabelText('Current password'), 'porchlight');
  await app.user.type(screen.getByLabelText('Code'), codeOf(secret));
  await press(app, 'Turn Off');
  await screen.findByRole('heading', TITLE);
});
