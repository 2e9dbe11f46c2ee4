import { afterAll, afterEach, expect } from 'vitest';
import type { Page } from 'playwright';
import { toDollars } from '../../contract/values/money.ts';
import type { LastReading } from '../../contract/utilities/utilityBills.ts';
import { PhoneBrowser } from '../support/browser/phone.ts';
import { profileOf } from '../support/browser/signedInDevices.ts';
import { occupy, onDatabaseOf, removeMeters } from '../support/browser/tenants.ts';
import { product, proxy, test } from '../support/browser/world.ts';

const UNITS = 40;

/** The demo's rates in ten-thousandths of a dollar: water, electric, gas. */
const RATES = [120, 1450, 10_900];

/** The manager's phone, which goes from one test to the next. */
let phone: PhoneBrowser;

test.beforeAll(async () => {
  await occupy(product, UNITS);
  await removeMeters(product);
  phone = await PhoneBrowser.copyOf(process.env[profileOf('manager')] ?? '');
  // Online first: the cached reads are on the phone.
  const page = await phone.open();
  await page.goto(`${proxy.address}/admin/utilities`);
  await page.getByRole('heading', { name: 'Ready for offline', exact: true }).waitFor();
  await page.getByText(`0 of ${UNITS} units`).waitFor();
  expect(await rows(page).count()).toBe(UNITS);
  await phone.close();
  await product.kill();
});
afterEach(() => phone.kill());
afterAll(() => phone.destroy());

const rows = (page: Page) => page.getByRole('group', { name: /^Unit / });

/** The usage of the unit at this position of the list, in hundredths: water, electric, gas. */
function meters(index: number): number[] {
  const allElectric = index % 5 === 4;
  return [120_000 + index * 3737, 25_000 + index * 1111, allElectric ? 0 : 805 + index * 113];
}

/** In cents: each meter by itself, half up. */
function priceAt(index: number): number {
  return meters(index).reduce(
    (sum, used, meter) => sum + Math.floor((used * RATES[meter]! + 5000) / 10_000),
    0,
  );
}

/** Types with the keyboard's Next key, as on a phone. */
async function walk(page: Page, from: number, to: number): Promise<void> {
  await rows(page)
    .nth(from)
    .getByLabel(/^Water/)
    .focus();
  for (let index = from; index < to; index += 1) {
    for (const used of meters(index)) {
      if (used > 0) await page.keyboard.type((used / 100).toFixed(2));
      await page.keyboard.press('Enter');
    }
  }
}

/** Opens the app without a network and without a server. */
async function openInAirplaneMode(): Promise<Page> {
  const page = await phone.open();
  await phone.context.setOffline(true);
  await page.goto(`${proxy.address}/admin/utilities`);
  return page;
}

test('forty units read in airplane mode, with the app killed twice, are billed once and to the cent', async () => {
  let page = await openInAirplaneMode();
  for (const [from, to] of [
    [0, 13],
    [13, 26],
    [26, UNITS],
  ] as const) {
    if (from > 0) {
      // The write of the last key takes longer beside other browsers; the next test kills at the last key.
      await page.waitForTimeout(1000);
      await phone.kill();
      page = await openInAirplaneMode();
    }
    await page.getByText(`${from} of ${UNITS} units`).waitFor();
    await walk(page, from, to);
  }
  await page.getByText(`${UNITS} of ${UNITS} units`).waitFor();
  const prices = Array.from({ length: UNITS }, (_, index) => priceAt(index));
  const total = prices.reduce((sum, cents) => sum + cents, 0);
  const money = (total / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  expect(await page.getByText(`${UNITS} of ${UNITS} units`).locator('..').innerText()).toContain(money);

  // The review shows the total; once posted, the bills wait on the phone.
  await page.getByRole('button', { name: 'Review & Post Bills' }).click();
  const review = page.getByRole('dialog', { name: 'Review bills' });
  await review.getByText(money).waitFor();
  await review.getByRole('button', { name: `Post ${UNITS} Bills` }).click();
  // New units that are all-electric have no reading for gas, and none before it.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bill as 0' }).click();
  // Far more than the demo's units have used.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bill anyway' }).click();
  await page.getByText('Saved on this device. It will be sent when you are back online.').waitFor();
  await page.getByRole('article').getByText(`${UNITS} bills, ${money}`).waitFor();
  await phone.kill();

  // The server is back and no page is open: two sync events make the service worker send once.
  await product.resume();
  page = await phone.open();
  await phone.dispatchSync(proxy.address);
  await expect.poll(billed).toBe(UNITS);
  await phone.dispatchSync(proxy.address);
  await page.goto(`${proxy.address}/outbox`);
  await page.getByText('Everything is sent.').waitFor();
  await phone.close();

  // The ledger and the bills are exactly right.
  expect(await product.checkLedger()).toMatch(/^Nothing disagrees: /);
  const bills = await onDatabaseOf(
    product,
    (sql) => sql<{ amount: number }>`
      select amount from transactions join utility_bills as bill on bill.transaction_id = transactions.id
      where month = (select max(month) from utility_bills) order by amount`,
  );
  expect(bills.map(({ amount }) => amount)).toEqual(prices.toSorted((a, b) => a - b).map(toDollars));
});

test('a kill costs at most the key that was just pressed', async () => {
  for (const [unit, text] of ['1430.75', '987654.32', '20481.55'].entries()) {
    const field = (page: Page) =>
      rows(page)
        .nth(unit)
        .getByLabel(/^Water/);
    const page = await openInAirplaneMode();
    await field(page).focus();
    await page.keyboard.press('Control+A');
    // Twice as fast as a person; the process is killed as soon as the page has handled the last key.
    await page.keyboard.type(text, { delay: 60 });
    await phone.kill();
    const again = await openInAirplaneMode();
    await expect.poll(() => field(again).inputValue()).not.toBe('');
    expect([text, text.slice(0, -1)]).toContain(await field(again).inputValue());
    await phone.kill();
  }
});

/** How many units have a bill of this month at the server. */
async function billed(): Promise<number> {
  const readings = (await product.call('manager', 'GET', '/utilities/last-readings')) as LastReading[];
  const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' })
    .format(new Date())
    .slice(0, 7);
  return readings.filter((reading) => reading.month.startsWith(month)).length;
}
