import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, vi } from 'vitest';
import { openApp, until, type App } from '../../support/screens/app.tsx';
import { look } from '../../support/screens/shell/look.ts';
import { laidOut } from '../../support/screens/layout.ts';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

afterEach(() => void vi.useRealTimers());

const lists = (app: App) =>
  app.network.requests.filter(({ method }) => method === 'GET').map(({ path }) => path.split('?')[0]);

test('an app that is put away asks for nothing, and one that is taken up again asks for each list once', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const app = await openApp(server, { at: '/admin/payments', as: 'manager' });
  await screen.findByRole('table', { name: 'Tenant balances' });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  await look('hidden');
  app.network.requests.length = 0;
  await act(() => vi.advanceTimersByTimeAsync(30 * 60_000));
  expect(lists(app)).toEqual([]);
  await look('visible');
  await vi.waitFor(() => expect(lists(app)).not.toEqual([]), 30_000);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  // The bell's too.
  expect(lists(app).sort()).toEqual(['/changes/rows', '/notifications']);
});

test('a refresh that brings nothing new draws nothing', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const app = await openApp(server, { at: '/admin/payments', as: 'manager' });
  const list = await screen.findByRole('table', { name: 'Tenant balances' });
  vi.useFakeTimers({ toFake: ['Date'] });
  const drawn: MutationRecord[] = [];
  const observer = new MutationObserver((records) => void drawn.push(...records));
  onTestFinished(() => observer.disconnect());
  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  const refresh = async () => {
    app.network.requests.length = 0;
    vi.setSystemTime(Date.now() + 10_000);
    await look('visible');
    // What changed in the balances, and the notifications.
    await vi.waitFor(
      () => expect(app.network.requests.map(({ status }) => status).sort()).toEqual([200, 304]),
      30_000,
    );
    expect(lists(app).sort()).toEqual(['/changes/rows', '/notifications']);
    await settle();
  };
  // What the first answer drew.
  await settle();
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  await refresh();
  expect(drawn).toEqual([]);
  await server.database.sql`
    insert into transactions (user_id, amount, type, description) values (2, 1234, 'Late Fee', 'Late')`;
  await refresh();
  await within(list).findByText(/1,?234/);
  expect(drawn).not.toEqual([]);
});

test('a long list that is read for the first time is shown as it arrives, and goes on where it was cut', async () => {
  laidOut();
  await server.database.sql`
    insert into units (property_id, unit_number) select 1, 'L' || n from generate_series(1, 700) as n`;
  const [all] = await server.database.sql<{ count: number }>`select count(*) as count from units`;
  const app = await openApp(server, { at: '/admin/properties', as: 'manager' });
  app.network.before = ({ path }) => {
    if (path.includes('after=')) throw new TypeError('fetch failed');
  };
  await app.user.click(await screen.findByRole('link', { name: 'Units' }));
  expect(await screen.findByText(`500 of ${all!.count}`)).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Loading' })).toHaveAttribute('value', '500');
  expect(await screen.findByText(/Failed to load units: There is no connection/)).toBeVisible();
  await app.user.type(screen.getByRole('searchbox'), 'L');
  app.network.before = undefined;
  app.network.requests.length = 0;
  await app.user.click(screen.getByRole('button', { name: 'Try Again' }));
  await until(() => !screen.queryByRole('progressbar'));
  expect(screen.queryByText(/Failed to load units/)).toBeNull();
  expect(screen.getByRole('searchbox')).toHaveValue('L');
  expect(await screen.findByText(new RegExp(`${all!.count} units$`))).toBeVisible();
  // The rest, and a refresh if the connection was back only by then.
  const asked = lists(app).filter((path) => path === '/units').length;
  expect([1, 2]).toContain(asked);
});
