import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { savedFiles } from '../../support/screens/files.ts';
import { openApp, type App } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { test } from '../../support/screens/world.ts';
import { codeOf, enrol, forgetUsedCodes, type Enrolled } from '../../support/server/authenticator.ts';
import { server } from '../../support/server/world.ts';

beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from second_factors`;
  await sql`delete from attempts`;
  await sql`delete from sessions`;
});

const press = ({ user }: App, name: string) => user.click(screen.getByRole('button', { name }));
const card = async () =>
  within((await screen.findByRole('heading', { name: 'Second factor' })).closest('section')!);
const profile = () => openApp(server, { at: '/profile', as: 'manager' });
const isOn = async () =>
  (await server.database.sql`select 1 from second_factors where confirmed_at is not null`).length;

/** Turns it on over the API, and leaves the manager's app signed in. */
async function turnedOn(): Promise<{ app: App; factor: Enrolled }> {
  const app = await profile();
  await (await card()).findByRole('button', { name: 'Turn On' });
  const { token } = JSON.parse(sessionStorage.getItem('porchlight.session')!) as { token: string };
  const factor = await enrol(server, token);
  app.close();
  const stored = JSON.parse(sessionStorage.getItem('porchlight.session')!) as object;
  sessionStorage.setItem('porchlight.session', JSON.stringify({ ...stored, token: factor.token }));
  const again = await openApp(server, { at: '/profile' });
  await screen.findByText(/^On since/);
  return { app: again, factor };
}

async function startSetUp(app: App): Promise<string> {
  await app.user.click(await (await card()).findByRole('button', { name: 'Turn On' }));
  await app.user.type(await screen.findByLabelText('Current password'), 'porchlight');
  await press(app, 'Next');
  const key = await screen.findByLabelText('Key for your authenticator app');
  return key.textContent.replaceAll(' ', '');
}

test('a manager turns on a second factor with the app’s code, and is shown ten recovery codes once', async () => {
  const app = await profile();
  const secret = await startSetUp(app);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add Porchlight to it' })).toHaveAttribute(
    'href',
    expect.stringMatching(new RegExp(`^otpauth://totp/Porchlight:manager\\?.*secret=${secret}`)),
  );
  expect(screen.getByText('Add Porchlight to your app')).toHaveFocus();
  await app.user.type(screen.getByLabelText('Code'), codeOf(secret));
  await press(app, 'Turn On');
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(screen.getByText('Your recovery codes')).toHaveFocus();
  expect(within(codes).getAllByText(/^\d{4}-\d{4}-\d{4}$/)).toHaveLength(10);
  const first = within(codes).getAllByRole('listitem')[0]!.textContent;
  await press(app, 'I Have Kept Them');
  expect(
    await screen.findByText('Your second factor is on. You are signed out everywhere else.'),
  ).toBeVisible();
  expect(screen.getByText('Second factor')).toHaveFocus();
  expect(await (await card()).findByText(/^On since .* 10 recovery codes are left\.$/)).toBeVisible();
  expect(screen.queryByText(first)).toBeNull();
  // The session went on.
  expect(await screen.findByRole('list', { name: 'Where you are signed in' })).toBeVisible();
  expect(screen.queryByText(/^Your session has ended/)).toBeNull();
});

test('a wrong password and a wrong code are said at their fields, and nothing is on until a right one', async () => {
  const app = await profile();
  await app.user.click(await (await card()).findByRole('button', { name: 'Turn On' }));
  const password = await screen.findByLabelText('Current password');
  await waitFor(() => expect(password).toHaveFocus());
  await app.user.type(password, 'wrong');
  await press(app, 'Next');
  await waitFor(() => expect(password).toHaveAccessibleDescription('This is not your current password.'));
  await app.user.clear(password);
  await app.user.type(password, 'porchlight');
  await press(app, 'Next');
  const code = await screen.findByLabelText('Code');
  await app.user.type(code, '000 000');
  await press(app, 'Turn On');
  await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is wrong\./));
  expect(code).toHaveValue('000 000');
  expect(await isOn()).toBe(0);
  await press(app, 'Cancel');
  expect(await (await card()).findByRole('button', { name: 'Turn On' })).toBeVisible();
});

test('recovery codes can be copied, downloaded and printed', async () => {
  const app = await profile();
  const secret = await startSetUp(app);
  await app.user.type(screen.getByLabelText('Code'), codeOf(secret));
  await press(app, 'Turn On');
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  const codes = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  const text = `Recovery codes of manager for Porchlight. Each signs in once.\n\n${codes.join('\n')}\n`;
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await press(app, 'Copy');
  expect(await screen.findByText('Copied.')).toBeVisible();
  expect(copied).toHaveBeenCalledExactlyOnceWith(text);
  const files = savedFiles();
  await press(app, 'Download');
  expect(files.map(({ name }) => name)).toEqual(['porchlight-recovery-codes.txt']);
  expect(await files[0]!.text()).toBe(text);
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await press(app, 'Print');
  expect(print).toHaveBeenCalledOnce();
});

async function prove(app: App, code: string): Promise<void> {
  await app.user.type(await screen.findByLabelText('Current password'), 'porchlight');
  await app.user.type(screen.getByLabelText('Code'), code);
}

test('new recovery codes replace the ones before, given the password and a code', async () => {
  const { app, factor } = await turnedOn();
  await app.user.click(await screen.findByRole('button', { name: 'New Recovery Codes' }));
  await prove(app, '000000');
  await press(app, 'Get New Codes');
  await waitFor(() =>
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/This code is wrong\./),
  );
  await app.user.clear(screen.getByLabelText('Code'));
  await app.user.type(screen.getByLabelText('Code'), factor.recoveryCodes[0]!);
  await press(app, 'Get New Codes');
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(list).not.toHaveTextContent(factor.recoveryCodes[1]!);
  await press(app, 'I Have Kept Them');
  expect(await screen.findByText(/10 recovery codes are left/)).toBeVisible();
});

test('a manager turns it off with the password and a code, and the session goes on', async () => {
  const { app, factor } = await turnedOn();
  await app.user.click(await screen.findByRole('button', { name: 'Turn Off' }));
  await prove(app, codeOf(factor.secret));
  await press(app, 'Turn Off');
  expect(
    await screen.findByText('Your second factor is off. You are signed out everywhere else.'),
  ).toBeVisible();
  expect(await (await card()).findByRole('button', { name: 'Turn On' })).toBeVisible();
  expect(await isOn()).toBe(0);
  expect(screen.queryByText(/^Your session has ended/)).toBeNull();
});

test('with few recovery codes left, a manager is told to get new ones', async () => {
  await turnedOn().then(({ app }) => app.close());
  await server.database.sql`
    delete from recovery_codes where code_hash not in (select code_hash from recovery_codes limit 1)`;
  await openApp(server, { at: '/profile' });
  expect(await screen.findByText(/ 1 recovery code is left\.$/)).toBeVisible();
  expect(screen.getByText('Get new recovery codes before you lose your phone.')).toBeVisible();
});

test('without a connection it says what needs one, and nothing can be pressed', async () => {
  const seen = await profile();
  await (await card()).findByRole('button', { name: 'Turn On' });
  seen.close();
  const app = await openApp(server, { at: '/profile', as: 'manager' });
  app.network.offline = true;
  expect(await screen.findByText('You need a connection to turn it on.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Turn On' })).toBeDisabled();
});

test('residents are shown nothing of it', async () => {
  await openApp(server, { at: '/profile', as: 'resident' });
  await screen.findByRole('heading', { name: 'Where you are signed in' });
  expect(screen.queryByRole('heading', { name: 'Second factor' })).toBeNull();
});

async function login(app: App): Promise<HTMLElement> {
  await app.user.type(await screen.findByLabelText('Username'), 'manager');
  await app.user.type(screen.getByLabelText('Password'), 'porchlight');
  expect(screen.queryByLabelText('Code')).toBeNull();
  await press(app, 'Login');
  return screen.findByLabelText('Code');
}

test('the sign-in then asks for the code, without an error, and keeps what was typed', async () => {
  const { factor, app: open } = await turnedOn();
  open.close();
  await freshDevice();
  const app = await openApp(server, { at: '/login' });
  const code = await login(app);
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(code).toHaveAccessibleDescription(/Without your phone, enter a recovery code/);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(app.toasts()).toEqual([]);
  expect(screen.getByLabelText('Password')).toHaveValue('porchlight');

  await press(app, 'Login');
  await waitFor(() =>
    expect(code).toHaveAccessibleDescription(/Please enter the code of your authenticator app/),
  );
  await app.user.type(code, '000000');
  await press(app, 'Login');
  await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is wrong\./));
  expect(code).toHaveFocus();
  expect(code).toHaveValue('000000');
  expect(screen.getByLabelText('Password')).toHaveValue('porchlight');

  await forgetUsedCodes(server);
  await app.user.clear(code);
  await app.user.type(code, codeOf(factor.secret));
  await press(app, 'Login');
  await screen.findByRole('heading', { name: 'Manager Dashboard' });
});

test('someone without the phone signs in by a recovery code', async () => {
  const { factor, app: open } = await turnedOn();
  open.close();
  await freshDevice();
  const app = await openApp(server, { at: '/login' });
  await app.user.type(await login(app), factor.recoveryCodes[4]!);
  await press(app, 'Login');
  await screen.findByRole('heading', { name: 'Manager Dashboard' });
});
