import type { Page } from 'playwright';
import { expect } from 'vitest';
import { DESK, PHONE, signIn } from '../support/browser/phone.ts';
import { onDatabaseOf } from '../support/browser/tenants.ts';
import { phone, product, test } from '../support/browser/world.ts';

const MANY = 10_000;
/** The most rows in the document: more than fit on a phone, far fewer than there are. */
const MOST_DRAWN = 60;

let page: Page;
let resident: number;

test.beforeAll(async () => {
  await product.kill('SIGTERM');
  resident = await onDatabaseOf(product, async (sql) => {
    await sql`
      with made as (
        insert into units (property_id, unit_number, rent_amount, notes)
        select 1, '9-' || number, 1000 + number % 700, 'Note ' || number
        from generate_series(1, ${MANY}::int) as number returning id, unit_number
      )
      insert into users (username, email, password_hash, first_name, last_name, unit)
      select 'tenant' || id, 'tenant' || id || '@example.com', '', 'Tenant', 'Of ' || unit_number, id from made`;
    await sql`
      insert into transactions (user_id, amount, type, description)
      select id, 1, 'Other Fees', 'Key number ' || number
      from users, generate_series(1, ${MANY}::int) as number where username = 'resident'`;
    const [row] = await sql<{ id: number }>`select id from users where username = 'resident'`;
    return row?.id ?? 0;
  });
  await product.resume();
  page = phone.context.pages()[0]!;
  await signIn(page, product.address, 'manager');
});

const cards = (list: string) => page.getByRole('list', { name: list }).getByRole('listitem');

/** Scrolls a long list to its end. Returns its length. */
async function scrollThrough(list: string): Promise<number> {
  const card = cards(list);
  await card.first().waitFor();
  // It is shown as it arrives.
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  const all = Number(await card.first().getAttribute('aria-setsize'));
  expect(all).toBeGreaterThanOrEqual(MANY);
  expect(await card.count()).toBeLessThan(MOST_DRAWN);
  for (let stride = 0; stride < 10; stride += 1) {
    await page.mouse.wheel(0, 8000);
    await page.waitForTimeout(30);
    expect(await card.count()).toBeLessThan(MOST_DRAWN);
  }
  await expect.poll(() => card.first().getAttribute('aria-posinset')).not.toBe('1');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => card.last().getAttribute('aria-posinset')).toBe(String(all));
  expect(await card.count()).toBeLessThan(MOST_DRAWN);
  return all;
}

/** Types into the search field at a person's speed. */
async function searchFor(text: string): Promise<void> {
  await page.getByRole('searchbox').pressSequentially(text, { delay: 30 });
}

test('ten thousand units scroll on a phone with few of them rendered, and a search finds one', async () => {
  await page.goto(`${product.address}/admin/units`);
  const all = await scrollThrough('Units');
  await searchFor('note 7777');
  await page.getByText(`1 of ${all.toLocaleString('en-US')} units`).waitFor();
  expect(await cards('Units').allInnerTexts()).toEqual([expect.stringContaining('Unit 9-7777')]);
  await page.getByRole('checkbox', { name: 'Select unit 9-7777, Alder Court' }).check();
  await page.getByRole('link', { name: 'Edit unit 9-7777, Alder Court' }).click();
  await expect.poll(() => page.getByLabel('Unit number').inputValue()).toBe('9-7777');
});

test('ten thousand balances scroll with few of them rendered', async () => {
  await page.goto(`${product.address}/admin/payments`);
  await scrollThrough('Tenant balances');
  await searchFor('9-7777');
  await expect.poll(() => cards('Tenant balances').count()).toBe(1);
  expect(await cards('Tenant balances').innerText()).toContain('Tenant Of 9-7777');
});

test('a ledger of ten thousand entries scrolls with few of them rendered', async () => {
  await page.goto(`${product.address}/admin/ledger/${resident}`);
  await scrollThrough('Account ledger');
  await searchFor('key number 7777');
  await expect.poll(() => cards('Account ledger').count()).toBe(1);
  expect(await cards('Account ledger').innerText()).toContain('Key number 7777');
});

test('of ten thousand people 49 are shown, and a search finds any other', async () => {
  await page.goto(`${product.address}/admin/manage-users`);
  await page.getByText(/^Showing 49 of 10,?\d{3}: search to find others\.$/).waitFor();
  await page.getByLabel('Search by').selectOption('lastName');
  await searchFor('Of 9-7777');
  await expect.poll(() => cards('Users').count()).toBe(1);
  await page.getByRole('checkbox', { name: 'Select Tenant Of 9-7777' }).check();
  await page.getByRole('button', { name: 'Edit Tenant Of 9-7777' }).waitFor();
});

test.each([
  ['on a phone', PHONE, 'list', 'listitem'],
  ['on a desktop', DESK, 'table', 'row'],
] as const)(
  'of two thousand rows to import few are rendered, and the button of an error leads to its row, %s',
  async (_, size, list, item) => {
    await page.setViewportSize(size);
    await page.goto(`${product.address}/admin/import`);
    const people = Array.from({ length: 2000 }, (_, index) =>
      index + 2 === 1900 ? 'Jo Roe,nowhere' : `Jo Roe,jo${index}@example.com`,
    );
    await page.getByLabel('Choose files').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Name,Email', ...people].join('\n')),
    });
    const sheet = page.getByRole('region', { name: 'people.csv' });
    const rows = sheet.getByRole(list, { name: 'Rows of people.csv' }).getByRole(item);
    const row = rows.filter({ hasText: '1,900' });
    await page.getByRole('button', { name: 'Show line 1,900' }).press('Enter');
    await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
    await sheet.getByRole('button', { name: 'Show all 2,000 rows' }).click();
    await expect.poll(() => row.count()).toBe(0);
    expect(await rows.count()).toBeLessThan(MOST_DRAWN);
    await page.getByRole('button', { name: 'Show line 1,900' }).press('Enter');
    await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
    const { top, bottom } = await row.evaluate((element) => element.getBoundingClientRect());
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(size.height);
    expect(await rows.count()).toBeLessThan(MOST_DRAWN);
  },
);
