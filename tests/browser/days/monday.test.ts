import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { Note } from '../../../contract/notes/note.ts';
import type { Reminders } from '../../../contract/reminders/reminder.ts';
import type { ListedUser } from '../../../contract/users/user.ts';
import { daysBetween } from '../../../contract/values/calendar.ts';
import {
  beginDay,
  find,
  PLACES,
  sendEverything,
  wholeOnDevice,
  type Day,
} from '../../support/browser/managersDay.ts';
import { PhoneBrowser } from '../../support/browser/phone.ts';

const SAVED = 'Saved on this device. It will be sent when you are back online.';
const NEWCOMER = { firstName: 'Cleo', lastName: 'Marsh', username: 'cleo.marsh', unit: '4B' };
const NOTE = 'Asked for a second key at the door.';
const PROBLEM = 'The handle of the balcony door is loose.';

let browser: PhoneBrowser;

beforeAll(async () => {
  browser = await PhoneBrowser.create();
  await browser.open();
});
afterAll(() => browser.destroy());

test.each(PLACES)(
  'a manager’s Monday %s: what waits is done from Today and by Find, and what is written without a connection arrives once',
  async (_, size) => {
    const day = await beginDay(browser, size);
    await confirmClaim(day);
    await approveSuggestion(day);
    await remindTheLate(day);
    await takeMeters(day);
    await callHome(day);
    await answerOldRequest(day);
    await completeRequest(day);

    day.proxy.mode = 'cut';
    await noteOnPerson(day);
    await reportForHome(day);
    const receipt = await takePayment(day);
    await sendEverything(day);
    await arrivedOnce(day, receipt);
  },
);

async function confirmClaim({ page, product }: Day): Promise<void> {
  await fetch(`${product.address}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...NEWCOMER, email: 'cleo@example.com', password: 'the porch at 4B' }),
  });
  await page.getByRole('link', { name: /^Notifications/ }).click();
  await page.getByRole('link', { name: /^Cleo Marsh says they live in unit 4B/ }).click();
  await page.getByRole('button', { name: 'Confirm the unit of Cleo Marsh' }).click();
  await page.getByText('Cleo Marsh lives in Linden House, 4B.').waitFor();
  expect((await personCalled(product, 'cleo.marsh')).unit_number).toBe('4B');
}

async function approveSuggestion({ page }: Day): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('button', { name: /^Approve “Lost: a gray tabby/ }).click();
  await page.getByText('It is on the board now.').waitFor();
}

async function remindTheLate({ page, product }: Day): Promise<void> {
  await page.getByRole('button', { name: 'Remind all over 5 days late' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Dear /).waitFor();
  await dialog.getByRole('button', { name: 'Send Reminder' }).click();
  await dialog.getByText(/people were reminded\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const { late, day } = (await product.call('manager', 'GET', '/reminders')) as Reminders;
  const reminded = late.filter((each) => each.reminded);
  expect(reminded.length).toBeGreaterThan(1);
  expect(reminded).toEqual(late.filter(({ since }) => daysBetween(since, day) > 5));
}

async function takeMeters({ page }: Day): Promise<void> {
  await page.getByRole('button', { name: /^More for Meters of/ }).first().click(); // prettier-ignore
  await page.getByRole('dialog').getByRole('button', { name: 'I do it' }).click();
  await page.getByText('You do it').waitFor();
}

async function callHome({ page }: Day): Promise<void> {
  const resident = await find(page, '2b', /^Jamie Okafor/);
  expect(await resident.innerText()).toContain('518-555-0110');
  await wholeOnDevice(page);
  await page.keyboard.press('Escape');
}

async function answerOldRequest({ page }: Day): Promise<void> {
  await find(page, 'radiator cold', /^Radiator in the living room/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Maintenance Request' });
  await dialog.getByText('Completed', { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

async function completeRequest({ page }: Day): Promise<void> {
  await (await find(page, 'smoke alarm', /^Smoke alarm in the hallway/)).click();
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await page.getByText('Maintenance request completed.').waitFor();
}

async function noteOnPerson({ page }: Day): Promise<void> {
  await (await find(page, 'hannah', /^Hannah O’Sullivan/)).click();
  await page.getByRole('button', { name: 'Add Note' }).click();
  await page.getByLabel('Note', { exact: true }).fill(NOTE);
  await page.getByRole('button', { name: 'Save Note' }).click();
  await page.getByText(SAVED).waitFor();
}

async function reportForHome({ page }: Day): Promise<void> {
  await (await find(page, 'new request 4a', /^New Request: Unit 4A/)).click();
  const dialog = page.getByRole('dialog', { name: 'New Request' });
  await expect.poll(() => dialog.getByLabel('Unit').locator('option:checked').innerText()).toContain('4A');
  await dialog.getByLabel('Issue').fill(PROBLEM);
  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText(SAVED).waitFor();
}

/** Returns what the receipt says that is handed out at the door. */
async function takePayment({ page }: Day): Promise<string> {
  await (await find(page, 'record payment mendoza', /^Record Payment: Carlos Mendoza/)).click();
  const dialog = page.getByRole('dialog', { name: 'Record Payment' });
  await dialog.getByLabel('Amount').fill('212.5');
  await dialog.getByRole('button', { name: 'Record Payment' }).click();
  await page.getByRole('link', { name: 'Show receipt' }).click();
  await page.getByText('Recorded on this device; unsent').waitFor();
  return page.getByRole('main').innerText();
}

/** Each of what was written without a connection is at the server, exactly once. */
async function arrivedOnce({ product, proxy }: Day, receipt: string): Promise<void> {
  const { id } = await personCalled(product, 'hannah.osullivan');
  const notes = (await product.call('manager', 'GET', `/notes?user=${id}`)) as Note[];
  // Beside the reminder.
  expect(notes.filter(({ reached }) => reached === null).map(({ text }) => text)).toEqual([NOTE]);
  const requests = (await product.requests()).filter(({ information }) => information === PROBLEM);
  expect(requests.map(({ unit_number }) => unit_number)).toEqual(['4A']);
  const payer = await personCalled(product, 'cmendoza');
  const ledger = (await product.call(
    'manager',
    'GET',
    `/transactions/user-history/${payer.id}`,
  )) as Transaction[];
  const payments = ledger.filter(({ amount }) => amount === -212.5);
  expect(payments).toHaveLength(1);
  expect(receipt).toContain(payments[0]?.receipt_number);
  for (const path of ['/notes', '/maintenance', '/transactions/record-payment']) {
    expect(proxy.count(`POST /api${path}`), path).toBe(1);
  }
}

async function personCalled(product: Day['product'], username: string): Promise<ListedUser> {
  const users = (await product.call('manager', 'GET', '/users')) as ListedUser[];
  const user = users.find((each) => each.username === username);
  if (!user) throw new Error(`Nobody is called ${username}.`);
  return user;
}
