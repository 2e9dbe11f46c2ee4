import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { residentWith } from '../../support/server/accounts.ts';
import { openApp, until } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { fakeStripe } from '../../support/screens/fakeStripe.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';
import { expectConsoleError } from '../../support/setup.ts';

const test = testWith().extend('device', { auto: true }, freshDevice);
const provider = fakeStripe();
beforeEach(() => provider.install());
afterEach(() => provider.remove());

// An update of the server took these files away, and no service worker had stored them.
const CHECKOUT = '../../../src/features/payments/Checkout.tsx';
const STORE_METHOD = '../../../src/features/payments/autopay/StoreMethod.tsx';
const SCREEN = '../../../src/features/maintenance/Maintenance.tsx';
const QR_CODE = '../../../src/ui/data/QrCode.tsx';
const TOASTS = '../../../src/ui/feedback/ToastStack.tsx';
const BACKGROUND = '../../../src/shell/Background.tsx';
const CALLS = '../../../contract/routes.ts';
/**
 * What is mocked counts from the next import on. An import of the test before that is still under way would forget it, so there is
 * none before, and one right after.
 */
async function mocked(mock: () => void): Promise<void> {
  await vi.dynamicImportSettled();
  mock();
  // A module that is loaded already would be no import.
  vi.resetModules();
  await import('../../support/screens/mocks.ts');
}
const gone = (...files: string[]) =>
  mocked(() => {
    for (const file of files) {
      vi.doMock(file, () => {
        throw new TypeError('Failed to fetch dynamically imported module');
      });
    }
  });
afterEach(() =>
  mocked(() => {
    const all = [CHECKOUT, STORE_METHOD, SCREEN, QR_CODE, TOASTS, BACKGROUND, CALLS];
    for (const file of all) vi.doUnmock(file);
  }),
);

const WORDS = /^Porchlight was updated, so a part of this page cannot be loaded any more\. Reload to go on\./;
const NOT_STARTED = 'Could not initiate payment. Please try again later.';
const owing = () => residentWith(server, [{ amount: 1200, type: 'Rent' }]);
const changes = (requests: { method: string; path: string }[], path: string) =>
  requests.filter((request) => request.method === 'POST' && request.path === path);

test('where the checkout is gone after an update, Make Payment offers to reload, and does not say to try again', async () => {
  await gone(CHECKOUT);
  const app = await openApp(server, { at: '/payments', as: await owing() });
  await app.user.click(await screen.findByRole('button', { name: 'Make Payment' }));
  const offer = within((await screen.findByText(WORDS)).closest('[role=alert]')!);
  expect(offer.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(app.toasts()).toEqual([]);
  await app.user.click(offer.getByRole('button', { name: 'Later' }));
  expect(screen.queryByText(WORDS)).toBeNull();
});

test('without a connection Make Payment says to try again later, and offers no reload, which would lose the page', async () => {
  await gone(CHECKOUT);
  const app = await openApp(server, { at: '/payments', as: await owing() });
  const pay = await screen.findByRole('button', { name: 'Make Payment' });
  app.network.failAll(/create-payment|health/, 'refused');
  await app.user.click(pay);
  await until(() => app.toasts().includes(NOT_STARTED));
  expect(screen.queryByText(WORDS)).toBeNull();
});

test('the amount of a payment is kept where the checkout is gone: nothing is sent, and it is there after the reload', async () => {
  await gone(CHECKOUT);
  const username = await owing();
  await server.database.sql`update leases set ends = '2000-01-31', starts = '2000-01-01'`;
  const [lease] = await server.database.sql<{ id: number }>`
    insert into leases (unit_id, starts, proration, payment_policy)
    values (1, '2020-01-01', 'actual_days', 'any_amount') returning id`;
  await server.database.sql`
    insert into lease_tenants (lease_id, user_id, position) select ${lease!.id}, id, 1 from users where username = ${username}`;
  const app = await openApp(server, { at: '/payments?part=1', as: username });
  const form = within(await screen.findByRole('dialog', { name: 'Pay another amount' }));
  await app.user.type(await form.findByLabelText('Amount'), '321.50');
  await app.user.click(form.getByRole('button', { name: 'Continue' }));
  const problem = within((await form.findByText(WORDS)).closest('[role=alert]')!);
  expect(problem.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(changes(app.network.requests, '/stripe_payments/create-partial-payment')).toEqual([]);

  app.close();
  await mocked(() => vi.doUnmock(CHECKOUT));
  const again = await openApp(server, { at: '/payments?part=1', as: username });
  await waitFor(() => expect(screen.getByLabelText('Amount')).toHaveValue('321.50'));
  await again.user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('dialog', { name: 'Make a payment' });
});

test('what was chosen for autopay is kept where the provider’s form is gone, and nothing is sent', async () => {
  await gone(STORE_METHOD);
  const username = await owing();
  const app = await openApp(server, { at: '/payments/autopay', as: username });
  await app.user.type(await screen.findByLabelText('Never more than'), '1500');
  await app.user.click(screen.getByRole('button', { name: 'Agree and continue' }));
  expect(await screen.findAllByText(WORDS)).not.toEqual([]);
  expect(screen.getAllByRole('button', { name: 'Reload' })).not.toEqual([]);
  expect(changes(app.network.requests, '/autopay/setup')).toEqual([]);
  app.close();
  await openApp(server, { at: '/payments/autopay', as: username });
  await waitFor(() => expect(screen.getByLabelText('Never more than')).toHaveValue('1500'));
});

test('where a screen is gone, what happened is said in front, with the button that helps', async () => {
  await gone(SCREEN);
  expectConsoleError(/Porchlight was updated/);
  await openApp(server, { at: '/maintenance', as: await owing() });
  await screen.findByRole('heading', { name: 'Porchlight was updated' });
  const [words] = screen.getAllByText(WORDS);
  expect(words).toBeVisible();
  expect(words!.closest('details')).toBeNull();
  expect(screen.queryByText('Something went wrong')).toBeNull();
  expect(screen.queryByText(/Reloading usually helps/)).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Reload' })[0]).toBeVisible();
});

test('where a code to scan is gone, the screen around it stays and offers to reload', async () => {
  await gone(QR_CODE);
  // React prints what a boundary caught, where it draws it a second time.
  vi.spyOn(console, 'error').mockReturnValue();
  const app = await openApp(server, { at: '/login' });
  const { LazyQrCode } = await import('../../../src/ui/data/LazyQrCode.tsx');
  render(
    <>
      <input aria-label="Code" defaultValue="123456" />
      <LazyQrCode text="x" label="Code to scan" />
    </>,
  );
  await screen.findAllByText(WORDS);
  expect(screen.getByLabelText('Code')).toHaveValue('123456');
  expect(screen.getAllByRole('button', { name: 'Reload' })).not.toEqual([]);
  app.close();
});

test('where a screen cannot be loaded without a connection, the page says that, and not that something went wrong', async () => {
  expectConsoleError(/could not be loaded without a connection/);
  const { PartMissing } = await import('../../../src/browser/loadPart.ts');
  const { ErrorBoundary } = await import('../../../src/shell/ErrorBoundary.tsx');
  function Missing(): never {
    throw new PartMissing(false, undefined);
  }
  render(<ErrorBoundary children={<Missing />} />);
  expect(screen.getByRole('heading', { name: 'No connection' })).toBeVisible();
  const words = screen.getByText(/^A part of this page could not be loaded without a connection\./);
  expect(words.closest('details')).toBeNull();
});

test('where what begins after the first screen is gone, the screen stays and offers to reload', async () => {
  await gone(BACKGROUND);
  await openApp(server, { at: '/maintenance', as: await owing() });
  await screen.findAllByText(WORDS);
  expect(await screen.findByRole('heading', { name: 'Maintenance' })).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Reload' })).not.toEqual([]);
});

test('what could not be loaded without a connection begins with the next one', async () => {
  const { PartMissing } = await import('../../../src/browser/loadPart.ts');
  const { markOffline, markOnline } = await import('../../../src/api/connection.ts');
  const { Idle } = await import('../../../src/shell/Idle.tsx');
  const load = vi
    .fn(() => Promise.resolve(() => <p>It has begun.</p>))
    .mockRejectedValueOnce(new PartMissing(false, undefined));
  act(markOffline);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Idle load={load} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(screen.queryByText('It has begun.')).toBeNull();
  act(markOnline);
  await screen.findByText('It has begun.');
});

test('where the table of the calls is gone, a call counts as unreachable, and the page offers to reload', async () => {
  await openApp(server, { at: '/login' });
  const { loadRoutes } = await import('../../../src/api/loadRoutes.ts');
  await gone(CALLS);
  await expect(loadRoutes()).rejects.toThrow('There is no connection to Porchlight.');
  await screen.findByText(WORDS);
});
