import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { priceOf, type Usage } from '../../contract/utilities.ts';
import { openDatabase } from '../../server/database.ts';
import { installed, Phone, signIn } from '../support/phone.ts';
import { Product } from '../support/product.ts';

/** As the demo sets them. */
const RATES = { rate_water: 0.012, rate_electric: 0.145, rate_gas: 1.09 };

let product: Product;
let phone: Phone;

beforeAll(async () => {
  product = await Product.start();
  phone = await Phone.create();
});
afterAll(async () => {
  await phone.destroy();
  await product.close();
});

const rows = (page: Page) => page.getByRole('group', { name: /^Unit / });

/** What the meters of the unit at this place of the walk show: every one with cents that want rounding. */
function meters(index: number): Usage {
  const allElectric = index % 5 === 4;
  return {
    water_usage: 1200 + index * 37.37,
    electric_usage: 250 + index * 11.11,
    gas_usage: allElectric ? 0 : 8.05 + index * 1.13,
  };
}

/** Types as a thumb does: a number, "next", a number. */
async function walk(page: Page, from: number, to: number): Promise<void> {
  await rows(page)
    .nth(from)
    .getByLabel(/^Water/)
    .focus();
  for (let index = from; index < to; index += 1) {
    const { water_usage, electric_usage, gas_usage } = meters(index);
    for (const used of [water_usage, electric_usage, gas_usage]) {
      if (used > 0) await page.keyboard.type(used.toFixed(2));
      await page.keyboard.press('Enter');
    }
  }
}

const priceAt = (index: number) => {
  const { water_usage, electric_usage, gas_usage } = meters(index);
  const round = (used: number) => Number(used.toFixed(2));
  const used = {
    water_usage: round(water_usage),
    electric_usage: round(electric_usage),
    gas_usage: round(gas_usage),
  };
  return priceOf(used, RATES).cents;
};

test('every unit read in airplane mode, with the app killed twice on the way, is billed once and to the cent', async () => {
  // At the desk: signed in, the app and what the walk needs are on the phone.
  let page = await phone.open();
  await signIn(page, product.address, 'manager');
  await page.goto(`${product.address}/admin/utilities`);
  await page.getByRole('heading', { name: 'Ready for offline', exact: true }).waitFor();
  await rows(page).first().waitFor();
  const units = await rows(page).count();
  expect(units).toBeGreaterThanOrEqual(20);
  await installed(page);
  await phone.close();
  await product.kill();

  // The walk, with no server and two kills.
  const third = Math.floor(units / 3);
  let done = 0;
  for (const until of [third, 2 * third, units]) {
    page = await phone.open();
    await page.goto(`${product.address}/admin/utilities`);
    await page.getByText(`${done} of ${units} units`).waitFor();
    await walk(page, done, until);
    done = until;
    await page.getByText(`${done} of ${units} units`).waitFor();
    // A phone's system kills what was put away, not what a thumb is still on: the last keystroke has a second.
    await page.waitForTimeout(1000);
    if (done < units) await phone.kill();
  }
  const total = Array.from({ length: units }, (_, index) => priceAt(index)).reduce(
    (sum, cents) => sum + cents,
    0,
  );
  const money = (total / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  expect(await page.getByText(`${done} of ${units} units`).locator('..').innerText()).toContain(money);

  // The review names the total; posted, it waits on the phone.
  await page.getByRole('button', { name: 'Review & Post Bills' }).click();
  const review = page.getByRole('dialog', { name: 'Review bills' });
  await review.getByText(money).waitFor();
  await review.getByRole('button', { name: `Post ${units} Bills` }).click();
  await page.getByText('Saved on this device. It will be sent when you are back online.').waitFor();
  await page.getByRole('article').getByText(`${units} bills, ${money}`).waitFor();
  await phone.kill();

  // The server is back and nothing of the app is open: the service worker sends it, twice asked.
  await product.resume();
  page = await phone.open();
  await phone.dispatchSync(product.address);
  await expect.poll(billed, { timeout: 30_000 }).toBe(units);
  await phone.dispatchSync(product.address);
  await page.goto(`${product.address}/outbox`);
  await page.getByText('Everything is sent.').waitFor();
  await phone.close();

  // Exactly the right bills, in the ledger and behind it.
  await product.kill('SIGTERM');
  const database = await openDatabase({ directory: join(product.directory, 'database') });
  try {
    const bills = await database.sql<{ amount: number }>`
      select amount from transactions join utility_bills as bill on bill.transaction_id = transactions.id
      where month = (select max(month) from utility_bills) order by amount`;
    const expected = Array.from({ length: units }, (_, index) => priceAt(index) / 100).sort((a, b) => a - b);
    expect(bills.map(({ amount }) => amount)).toEqual(expected);
    const [wrong] = await database.sql<{ count: number }>`
      select count(*) as count from balances
      where balance <> (select sum(amount) from transactions where user_id = balances.user_id)`;
    expect(wrong?.count).toBe(0);
  } finally {
    await database.close();
  }
});

/** How many units the server has a reading of this month for. */
async function billed(): Promise<number> {
  const signedIn = await fetch(`${product.address}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'manager', password: 'porchlight' }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const answer = await fetch(`${product.address}/api/utilities/last-readings`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const readings = (await answer.json()) as { month: string }[];
  const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' })
    .format(new Date())
    .slice(0, 7);
  return readings.filter((reading) => reading.month.startsWith(month)).length;
}
