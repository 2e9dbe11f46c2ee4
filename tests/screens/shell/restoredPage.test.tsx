import { act, renderHook, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { useBusy } from '../../../src/ui/forms/useBusy.ts';
import { useBusyMutation } from '../../../src/ui/forms/useBusyMutation.ts';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { restorePage } from '../../support/screens/restorePage.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

const never = () => new Promise<never>(() => undefined);

async function signIn(app: App): Promise<string> {
  await app.user.type(await screen.findByLabelText('Username'), 'resident');
  await app.user.type(screen.getByLabelText('Password'), 'porchlight');
  return 'Login';
}

async function register(app: App): Promise<string> {
  const typed = {
    'First name': 'A',
    'Last name': 'B',
    Username: 'ab',
    Email: 'ab@example.com',
    Password: 'a lamp at dusk',
  };
  for (const [label, text] of Object.entries(typed))
    await app.user.type(await screen.findByLabelText(label), text);
  return 'Create Account';
}

async function editProfile(app: App): Promise<string> {
  await app.user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  await app.user.type(await screen.findByLabelText('First name'), 'a');
  await app.user.click(screen.getByRole('button', { name: 'Next' }));
  return (await screen.findByRole('button', { name: /Confirm|Save|Submit/ })).textContent;
}

test.each([
  ['/login', undefined, signIn],
  ['/register', undefined, register],
  ['/profile', 'resident', editProfile],
] as const)(
  'on %s what no answer came to can be pressed again once the page is restored',
  async (at, as, fill) => {
    const app = await openApp(server, { at, ...(as && { as }) });
    const name = await fill(app);
    const button = await screen.findByRole('button', { name });
    app.network.before = ({ method }) => (method === 'GET' ? undefined : never());
    await app.user.click(button);
    await until(() => screen.queryByRole('button', { name })?.matches(':disabled') ?? true);
    restorePage();
    await until(() => screen.queryByRole('button', { name })?.matches(':enabled') ?? false);
  },
);

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);

test('what is still under way when the page is restored is no longer waited for, and its answer still counts', async () => {
  let answer = (_: string): void => undefined;
  const { result } = renderHook(useBusy);
  const heard = vi.fn();
  act(() => void result.current.run(() => new Promise<string>((resolve) => (answer = resolve))).then(heard));
  expect(result.current.busy).toBe(true);
  restorePage();
  expect(result.current.busy).toBe(false);
  let second = (_: string): void => undefined;
  act(() => void result.current.run(() => new Promise<string>((resolve) => (second = resolve))));
  await act(async () => answer('first'));
  expect(heard).toHaveBeenCalledWith('first');
  // What began since is waited for.
  expect(result.current.busy).toBe(true);
  await act(async () => second('second'));
  expect(result.current.busy).toBe(false);
});

test('a page that is merely shown ends no waiting', () => {
  const { result } = renderHook(useBusy);
  act(() => void result.current.run(never));
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false })));
  expect(result.current.busy).toBe(true);
});

test('a change that is under way is no longer pending once the page is restored, and an error stays', async () => {
  const { result } = renderHook(
    () =>
      useBusyMutation({
        mutationFn: (fails: boolean) => (fails ? Promise.reject(new Error('No.')) : never()),
      }),
    { wrapper },
  );
  act(() => result.current.mutate(false));
  await vi.waitFor(() => expect(result.current.isPending).toBe(true));
  restorePage();
  await vi.waitFor(() => expect(result.current.isPending).toBe(false));
  act(() => result.current.mutate(true));
  await vi.waitFor(() => expect(result.current.isError).toBe(true));
  restorePage();
  expect(result.current.error?.message).toBe('No.');
});
