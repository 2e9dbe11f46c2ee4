import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Transaction } from '../../contract/ledger/ledger.ts';
import { ENTRY_KINDS } from '../../contract/ledger/entryKinds.ts';
import type { ListedUser } from '../../contract/users/user.ts';
import { personAs, type Person } from '../support/browser/people.ts';
import { installed, PHONE } from '../support/browser/phone.ts';
import { phone, product, test } from '../support/browser/world.ts';

const VISA = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const AUTHENTICATES = '4000 0025 0000 3155';
const CONFIRM = /\/v1\/payment_intents\/\w+\/confirm$/;
const CURRENT = 'No payment needed - your account is current';
const PROCESSING = 'Processing your payment, please wait...';

/** Each test has a resident of its own. */
let username: string;
let residents = 0;
let person: Person;
let page: Page;
/** The resident's balance when a test begins, as "1,234.50". */
let due: string;

test.beforeEach(async () => {
  username = await chargedResident();
  person = await personAs('resident', { phone, product, size: PHONE, username });
  page = person.page;
  await installed(page);
  await page.goto(`${person.proxy.address}/payments`);
  await makePayment(page).waitFor();
  due = dollars(await balance());
});
test.afterEach(async () => {
  await page.context().close();
  await person.proxy.close();
});

/** Signs up a new resident who owes a charge, and returns the username. */
async function chargedResident(): Promise<string> {
  residents += 1;
  const name = `payer${residents}`;
  await product.call('manager', 'POST', '/users/register', {
    username: name,
    password: 'porchlight',
    firstName: 'Pat',
    lastName: `Payer ${residents}`,
    email: `${name}@example.com`,
  });
  const users = (await product.call('manager', 'GET', '/users')) as ListedUser[];
  await product.call('manager', 'POST', '/transactions/charge', {
    userId: users.find((user) => user.username === name)?.id,
    amount: 1234.5,
    type: 'Misc Charge',
    description: 'Storage for this year',
  });
  return name;
}

const makePayment = (on: Page) => on.getByRole('button', { name: 'Make Payment' });
const payNow = (on: Page) => on.getByRole('button', { name: 'Pay now' });

async function history(): Promise<Transaction[]> {
  return (await product.call(username, 'GET', '/transactions/my-history')) as Transaction[];
}

/** In cents. */
async function balance(): Promise<number> {
  return (await history()).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

async function checkout(on: Page, number: string): Promise<void> {
  await makePayment(on).click();
  await typeCard(on, number);
}

async function typeCard(on: Page, number: string): Promise<void> {
  await on.getByLabel('Card number').fill(number);
  await on.getByLabel('Expiration date').fill('12 / 34');
  await on.getByLabel('Security code').fill('123');
  await on.getByLabel('ZIP code').fill('06510');
}

/** Every payment ends so: the page says it, and the server agrees. */
async function received(): Promise<void> {
  await page.getByText(CURRENT).waitFor();
  await page.getByText(`Your payment of ${due} was received. Thank you!`).first().waitFor();
  expect(new URL(page.url()).search).toBe('');
  await paidOnce();
}

/** Paid in full, by one entry. */
async function paidOnce(): Promise<void> {
  const entries = await cardPayments();
  expect(entries.map(({ amount }) => dollars(-amount * 100))).toEqual([due]);
  expect(await balance()).toBe(0);
}

async function nothingCharged(): Promise<void> {
  expect(await cardPayments()).toEqual([]);
  expect(dollars(await balance())).toBe(due);
}

async function cardPayments(): Promise<Transaction[]> {
  return (await history()).filter(({ type }) => type === ENTRY_KINDS.cardPayment.type);
}

test('a resident pays with 4242 4242 4242 4242, and it is in the ledger once', async () => {
  await checkout(page, VISA);
  await page.getByRole('dialog').getByText(due).waitFor();
  // A busy machine returns from the click after the words are gone.
  await Promise.all([page.getByText(PROCESSING).waitFor(), payNow(page).click()]);
  await received();
});

test('a declined card shows the provider’s words and charges nothing; another card then pays', async () => {
  await checkout(page, DECLINED);
  await payNow(page).click();
  await page.getByRole('dialog').getByText('Your card was declined.').waitFor();
  await nothingCharged();
  await typeCard(page, VISA);
  await payNow(page).click();
  await received();
});

test('a wrong card field shows one message and has the focus', async () => {
  await checkout(page, '');
  await payNow(page).click();
  await page.getByRole('alert').getByText('Your card number is incomplete.').waitFor();
  const number = page.getByLabel('Card number');
  await expect.poll(() => number.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await number.getAttribute('aria-invalid')).toBe('true');
  await typeCard(page, DECLINED);
  await payNow(page).click();
  await page.getByRole('alert').getByText('Your card was declined.').waitFor();
  await expect.poll(() => payNow(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await nothingCharged();
});

test('a card that needs authentication pays once it is confirmed', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkout(page, AUTHENTICATES);
  await payNow(page).click();
  const agree = page.getByRole('button', { name: 'Complete authentication' });
  await agree.waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(255, 255, 255)');
  await agree.click();
  await page.getByText(PROCESSING).waitFor();
  await received();
});

test('a card that needs authentication charges nothing when it is refused, and can be tried again', async () => {
  await checkout(page, AUTHENTICATES);
  await payNow(page).click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await page.getByText('The payment was not approved. Nothing was charged.').waitFor();
  await nothingCharged();
  await checkout(page, VISA);
  await payNow(page).click();
  await received();
});

test('leaving the bank’s page does not keep another card from paying', async () => {
  await checkout(page, AUTHENTICATES);
  await payNow(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).waitFor();
  await page.goto(`${person.proxy.address}/payments`);
  await page.getByText(/^Your bank is waiting for you to approve it/).waitFor();
  await nothingCharged();
  await checkout(page, VISA);
  await payNow(page).click();
  await received();
});

test('losing the connection after the card was charged ends in one payment', async () => {
  const { proxy } = person;
  await checkout(page, VISA);
  proxy.loses = CONFIRM;
  proxy.mode = 'answers lost';
  await payNow(page).click();
  await page
    .getByRole('dialog')
    .getByText(/Your payment may have gone through/)
    .waitFor();
  // A browser may send it again by itself when an answer is lost.
  expect(proxy.passed.some((call) => CONFIRM.test(call))).toBe(true);
  proxy.mode = 'cut';
  expect(await payNow(page).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Back' }).click();
  expect(await makePayment(page).isDisabled()).toBe(true);
  proxy.mode = 'open';
  await received();
});

test('losing the connection before the card was charged charges nothing, and the payment can be made later', async () => {
  const { proxy } = person;
  await checkout(page, VISA);
  proxy.mode = 'cut';
  await payNow(page).click();
  await page.getByRole('dialog').getByText('You need a connection to pay.').waitFor();
  await nothingCharged();
  proxy.mode = 'open';
  await payNow(page).click();
  await received();
});

test('a checkout whose first answer was lost is started again and paid once', async () => {
  const { proxy } = person;
  proxy.loses = /create-payment$/;
  proxy.mode = 'answers lost';
  await makePayment(page).click();
  await page.getByText('Could not initiate payment. Please try again later.').first().waitFor();
  await nothingCharged();
  proxy.mode = 'open';
  await checkout(page, VISA);
  await payNow(page).click();
  await received();
  expect(proxy.count('POST /api/stripe_payments/create-payment')).toBeGreaterThan(1);
});

test('pressing Pay now in two tabs charges the card once', async () => {
  const second = await page.context().newPage();
  await second.goto(`${person.proxy.address}/payments`);
  await checkout(page, VISA);
  await checkout(second, VISA);
  await Promise.all([payNow(page).click(), payNow(second).click()]);
  // The second tab says that the payment may have gone through, or that nothing is due.
  const back = second.getByRole('button', { name: 'Back' });
  await second
    .getByText(CURRENT)
    .or(back.and(second.locator(':enabled')))
    .first()
    .waitFor();
  for (const tab of [page, second]) {
    const left = tab.getByRole('button', { name: 'Back' });
    if (await left.isVisible()) await left.click();
    await tab.getByText(CURRENT).waitFor();
  }
  await paidOnce();
});

// The last test, since it stops the server.
test('after all these payments nothing in the ledger disagrees', async () => {
  expect(await product.checkLedger()).toMatch(/^Nothing disagrees: /);
});
