import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { toDollars } from '../../contract/money.ts';
import { priceOf, type LastReading, type Usage } from '../../contract/utilities.ts';
import { installed, Phone, signIn } from '../support/phone.ts';
import { Product } from '../support/product.ts';
import { occupy, onDatabaseOf } from '../support/tenants.ts';

const UNITS = 40;

/** As the demo sets them. */
const RATES = { rate_water: 0.012, rate_electric: 0.145, rate_gas: 1.09 };

let product: Product;
let phone: Phone;

beforeAll(async () => {
  product = await Product.start();
  await occupy(product, UNITS);
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

/** The app opened where there is neither a signal nor a server. */
async function openInAirplaneMode(): Promise<Page> {
  const page = await phone.open();
  await phone.context.setOffline(true);
  await page.goto(`${product.address}/admin/utilities`);
  return page;
}

test('forty units read in airplane mode, with the app killed twice on the way, are billed once and to the cent', async () => {
  // At the desk: signed in, the app and what the walk needs are on the phone.
  let page = await phone.open();
  await signIn(page, product.address, 'manager');
  await page.goto(`${product.address}/admin/utilities`);
  await page.getByRole('heading', { name: 'Ready for offline', exact: true }).waitFor();
  await page.getByText(`0 of ${UNITS} units`).waitFor();
  expect(await rows(page).count()).toBe(UNITS);
  await installed(page);
  await phone.close();
  await product.kill();

  // The walk, with two kills right after the last key of a unit.
  let done = 0;
  for (const until of [13, 26, UNITS]) {
    page = await openInAirplaneMode();
    await page.getByText(`${done} of ${UNITS} units`).waitFor();
    await walk(page, done, until);
    done = until;
    if (done < UNITS) await phone.kill();
  }
  await page.getByText(`${UNITS} of ${UNITS} units`).waitFor();
  const prices = Array.from({ length: UNITS }, (_, index) => priceAt(index));
  const total = prices.reduce((sum, cents) => sum + cents, 0);
  const money = (total / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  expect(await page.getByText(`${UNITS} of ${UNITS} units`).locator('..').innerText()).toContain(money);

  // The review names the total; posted, it waits on the phone.
  await page.getByRole('button', { name: 'Review & Post Bills' }).click();
  const review = page.getByRole('dialog', { name: 'Review bills' });
  await review.getByText(money).waitFor();
  await review.getByRole('button', { name: `Post ${UNITS} Bills` }).click();
  await page.getByText('Saved on this device. It will be sent when you are back online.').waitFor();
  await page.getByRole('article').getByText(`${UNITS} bills, ${money}`).waitFor();
  await phone.kill();

  // The server is back and nothing of the app is open: the service worker sends it, twice asked.
  await product.resume();
  page = await phone.open();
  await phone.dispatchSync(product.address);
  await expect.poll(billed, { timeout: 30_000 }).toBe(UNITS);
  await phone.dispatchSync(product.address);
  await page.goto(`${product.address}/outbox`);
  await page.getByText('Everything is sent.').waitFor();
  await phone.close();

  // Exactly the right bills, in the ledger and behind it.
  expect(await product.checkLedger()).toMatch(/^Nothing disagrees: /);
  const bills = await onDatabaseOf(
    product,
    (sql) => sql<{ amount: number }>`
      select amount from transactions join utility_bills as bill on bill.transaction_id = transactions.id
      where month = (select max(month) from utility_bills) order by amount`,
  );
  expect(bills.map(({ amount }) => amount)).toEqual(prices.toSorted((a, b) => a - b).map(toDollars));
});

test('what was typed a moment before a kill is on the phone', async () => {
  await product.resume();
  let page = await phone.open();
  await signIn(page, product.address, 'manager');
  for (const [unit, text] of ['1430.75', '987654.32', '12.5'].entries()) {
    const field = () =>
      rows(page)
        .nth(unit)
        .getByLabel(/^Water/);
    await page.goto(`${product.address}/admin/utilities`);
    await field().focus();
    // A fast thumb; the process dies as soon as the last key was handled.
    await page.keyboard.type(text, { delay: 60 });
    await phone.kill();
    page = await phone.open();
    await page.goto(`${product.address}/admin/utilities`);
    await expect.poll(() => field().inputValue()).toBe(text);
  }
});

/** How many units the server has a reading of this month for. */
async function billed(): Promise<number> {
  const readings = (await product.call('manager', 'GET', '/utilities/last-readings')) as LastReading[];
  const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' })
    .format(new Date())
    .slice(0, 7);
  return readings.filter((reading) => reading.month.startsWith(month)).length;
}
