import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TenantBalance } from '../../../contract/ledger/balances.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { LastReading } from '../../../contract/utilities/utilityBills.ts';
import { monthName, monthOf } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import { beginDay, PLACES, sendEverything, type Day } from '../../support/browser/managersDay.ts';
import { PhoneBrowser } from '../../support/browser/phone.ts';

const CHARGED = ['Nora Eriksen', 'Samuel Adeyemi'];
const CHARGE = 'Bike room until December';
/** Homes without gas, in the order of their doors. */
const READ = ['1A', '1B', '2A'];
/** What is paid at the door, in dollars. */
const PAID = [
  ['Bo Li', 310.25],
  ['Tom Becker', 640],
] as const;

let browser: PhoneBrowser;

beforeAll(async () => {
  browser = await PhoneBrowser.create();
  await browser.open();
});
afterAll(() => browser.destroy());

test.each(PLACES)(
  'the first of the month %s: rent is posted, who owes is seen and charged, and meters and payments of a round without a connection arrive once',
  async (_, size) => {
    const day = await beginDay(browser, size);
    await seeWhoOwes(day);
    await seePostedRent(day);
    await chargeSeveral(day);
    await prepareRound(day);

    day.proxy.mode = 'cut';
    await readMeters(day);
    for (const [name, amount] of PAID) await takePayment(day, name, amount);
    await sendEverything(day);
    await arrivedOnce(day);
  },
);

/** Who has owed the longest stands first, with since when. */
async function seeWhoOwes({ page, product }: Day): Promise<void> {
  await page.getByRole('link', { name: 'Payments', exact: true }).filter({ visible: true }).first().click();
  await page.getByText(/ outstanding from \d+ tenants\.$/).waitFor();
  const balances = await readBalances(product);
  const oldest = balances.flatMap(({ owed_since }) => owed_since ?? []).sort()[0] ?? '';
  const first = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first();
  const name = (await first.getAttribute('aria-label'))?.replace('Select ', '');
  const longest = balances.filter(({ owed_since }) => owed_since === oldest);
  expect(longest.map(({ first_name, last_name }) => `${first_name} ${last_name}`)).toContain(name);
  await page.getByText(/ days late/).filter({ visible: true }).first().waitFor(); // prettier-ignore
}

async function seePostedRent({ page }: Day): Promise<void> {
  await page
    .getByRole('link', { name: /^Bo Li/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('button', { name: 'Show unpaid charges' }).click();
  const charges = page.getByRole('dialog', { name: 'Still to Pay' });
  await charges.getByText(`Rent for ${monthName(monthOf(today()))}`, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await charges.waitFor({ state: 'detached' });
  await page.goBack();
}

async function chargeSeveral({ page, product }: Day): Promise<void> {
  for (const name of CHARGED) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Charge', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Charge Several' });
  await dialog.getByLabel('Amount').fill('15');
  await dialog.getByLabel('Description').fill(CHARGE);
  await dialog.getByRole('button', { name: 'Charge 2 Tenants' }).click();
  await page.getByText('Charge of $15.00 added for 2 tenants.').waitFor();
  for (const name of CHARGED) {
    expect((await entriesOf(product, name)).filter(({ description }) => description === CHARGE)).toHaveLength(
      1,
    );
  }
}

async function prepareRound({ page }: Day): Promise<void> {
  await page.getByRole('link', { name: 'Utilities' }).filter({ visible: true }).first().click();
  await page.getByRole('heading', { name: 'Ready for offline', exact: true }).waitFor();
}

async function readMeters({ page }: Day): Promise<void> {
  for (const door of READ) {
    const row = page.getByRole('group', { name: `Unit ${door}, Linden House` });
    await row.getByLabel(/^Water/).fill('1500');
    await row.getByLabel(/^Electric/).fill('300');
  }
  await page.getByRole('button', { name: 'Review & Post Bills' }).click();
  const review = page.getByRole('dialog', { name: 'Review bills' });
  await review.getByRole('button', { name: `Post ${READ.length} Bills` }).click();
  await page.getByText('Saved on this device. It will be sent when you are back online.').waitFor();
}

/** Opens the app from cold, as at each door. */
async function takePayment({ page, proxy }: Day, name: string, amount: number): Promise<void> {
  await page.goto(`${proxy.address}/admin/payments`);
  await page.getByRole('searchbox').fill(name);
  // On a phone a row has no room for its buttons before it is selected.
  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page
    .getByRole('button', { name: `Record Payment of ${name}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Record Payment' });
  await dialog.getByLabel('Amount').fill(String(amount));
  await dialog.getByRole('button', { name: 'Record Payment' }).click();
  await page.getByRole('article').filter({ hasText: name }).getByText('Unsent', { exact: true }).waitFor();
}

/** Each bill and each payment is at the server exactly once, and the ledger agrees. */
async function arrivedOnce({ product, proxy }: Day): Promise<void> {
  expect(proxy.count('POST /api/utilities')).toBe(1);
  expect(proxy.count('POST /api/transactions/record-payment')).toBe(PAID.length);
  const readings = (await product.call('manager', 'GET', '/utilities/last-readings')) as LastReading[];
  expect(readings.filter(({ month }) => monthOf(month) === monthOf(today()))).toHaveLength(READ.length);
  for (const [name, amount] of PAID) {
    const entries = await entriesOf(product, name);
    expect(entries.filter((entry) => entry.amount === -amount && entry.receipt_number !== null)).toHaveLength(
      1,
    );
  }
  expect(await product.checkLedger()).toMatch(/^Nothing disagrees: /);
}

async function readBalances(product: Day['product']): Promise<TenantBalance[]> {
  return (await product.call('manager', 'GET', '/transactions/all-balances')) as TenantBalance[];
}

async function entriesOf(product: Day['product'], name: string): Promise<Transaction[]> {
  const tenant = (await readBalances(product)).find(
    ({ first_name, last_name }) => `${first_name} ${last_name}` === name,
  );
  const path = `/transactions/user-history/${String(tenant?.user_id)}`;
  return (await product.call('manager', 'GET', path)) as Transaction[];
}

/** The community's day. */
function today(): string {
  return dayIn('America/New_York', new Date());
}
