import { expect } from 'vitest';
import type { Transaction } from '../../contract/ledger/ledger.ts';
import type { TenantBalance } from '../../contract/ledger/balances.ts';
import { product, proxy, signedIn, test } from '../support/browser/world.ts';
import { focused } from '../support/browser/focused.ts';

/** A payment in cash of the demo that still stands, read in a session of its own. */
async function cashPayment(): Promise<{ user_id: number; id: number }> {
  const api = async <T>(path: string, init: RequestInit) =>
    (await (await fetch(`${product.address}/api${path}`, init)).json()) as T;
  const { token } = await api<{ token: string }>('/users/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'manager', password: 'porchlight' }),
  });
  const headers = { authorization: `Bearer ${token}` };
  for (const { user_id } of await api<TenantBalance[]>('/transactions/all-balances', { headers })) {
    const entries = await api<Transaction[]>(`/transactions/user-history/${user_id}`, { headers });
    const cash = entries.find(({ type, reversed_by }) => type === 'Cash' && reversed_by === null);
    if (cash) return { user_id, id: cash.id };
  }
  throw new Error('The demo has no payment in cash.');
}

test('a form that its address opens within another dialog stands above that one, with the focus', async () => {
  const paid = await cashPayment();
  const page = await signedIn('manager', '/admin/dashboard');
  await page.goto(`${proxy.address}/admin/ledger/${paid.user_id}?entry=${paid.id}&return=1`);
  await page.getByLabel('Returned on').waitFor();
  await expect.poll(() => focused(page)).toMatchObject({ name: 'Returned payment' });
  await page.getByLabel('Reason').click();
});

test('the bars hide no focused control, at any place of a long page', async () => {
  const page = await signedIn('manager', '/admin/dashboard');
  const hidden: string[] = [];
  for (const path of ['/admin/dashboard', '/admin/maintenance', '/admin/utilities']) {
    await page.goto(proxy.address + path);
    await page
      .getByRole('main')
      .getByRole('button')
      .or(page.getByRole('main').getByRole('link'))
      .first()
      .waitFor();
    // What still arrives moves what has the focus.
    await expect.poll(() => page.getByRole('main').getByText('Loading').count()).toBe(0);
    await page.locator('#content').focus();
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!(focused instanceof HTMLElement) || !focused.closest('main')) return undefined;
        const { left, right, top, bottom } = focused.getBoundingClientRect();
        const covers = (y: number) => {
          const at = document.elementFromPoint((left + right) / 2, y);
          return at?.closest('header') !== null;
        };
        return covers(top + 2) || covers(bottom - 2) ? focused.outerHTML.slice(0, 100) : undefined;
      });
      if (covered) hidden.push(`${path}: ${covered}`);
    }
  }
  expect(hidden).toEqual([]);
});
