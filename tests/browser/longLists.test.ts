import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/database.ts';
import { Phone, signIn } from '../support/phone.ts';
import { Product } from '../support/product.ts';

const MANY = 10_000;
/** Of cards: far more than fit on a phone, far fewer than there are. */
const MOST_DRAWN = 60;

let product: Product;
let phone: Phone;

beforeAll(async () => {
  product = await Product.start();
  await product.kill('SIGTERM');
  const database = await openDatabase({ directory: join(product.directory, 'database') });
  await database.sql`
    insert into units (property_id, unit_number, rent_amount, notes)
    select 1, '9-' || number, 1000 + number % 700, 'Note ' || number from generate_series(1, ${MANY}::int) as number`;
  await database.close();
  await product.resume();
  phone = await Phone.create();
});
afterAll(async () => {
  await phone.destroy();
  await product.close();
});

const cards = (page: Page) => page.getByRole('list', { name: 'Units' }).getByRole('listitem');

test('ten thousand units scroll on a phone with few of them drawn, and a search finds one', async () => {
  const page = await phone.open();
  await signIn(page, product.address, 'manager');
  await page.goto(`${product.address}/admin/units`);
  await cards(page).first().waitFor();
  const all = Number(await cards(page).first().getAttribute('aria-setsize'));
  expect(all).toBeGreaterThanOrEqual(MANY);
  expect(await cards(page).count()).toBeLessThan(MOST_DRAWN);

  // Down in strides, with what is passed drawn and forgotten again.
  const before = await cards(page).first().getAttribute('aria-posinset');
  for (let stride = 0; stride < 20; stride += 1) {
    await page.mouse.wheel(0, 8000);
    await page.waitForTimeout(30);
    expect(await cards(page).count()).toBeLessThan(MOST_DRAWN);
  }
  await expect.poll(() => cards(page).first().getAttribute('aria-posinset')).not.toBe(before);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect
    .poll(() => cards(page).last().getAttribute('aria-posinset'), { timeout: 15_000 })
    .toBe(String(all));
  expect(await cards(page).count()).toBeLessThan(MOST_DRAWN);

  await page.getByRole('searchbox').fill('note 7777');
  await page.getByText(`1 of ${all.toLocaleString('en-US')} units`).waitFor();
  expect(await cards(page).allInnerTexts()).toEqual([expect.stringContaining('Unit 9-7777')]);
  await page.getByRole('link', { name: 'Edit unit 9-7777, Alder Court' }).click();
  await expect.poll(() => page.getByLabel('Unit number').inputValue()).toBe('9-7777');
});
