import type { Locator, Page } from 'playwright';
import { onTestFinished } from 'vitest';
import type { FaultProxy } from './faultProxy.ts';
import { personAs } from './people.ts';
import { DESK, installed, PHONE, type PhoneBrowser } from './phone.ts';
import { Product } from './product.ts';

/** Where a manager works: what it is called in a title, and its size. */
export const PLACES = [
  ['on a phone', PHONE],
  ['at a desk', DESK],
] as const;

/** A manager at work, with a community of their own. */
export interface Day {
  page: Page;
  product: Product;
  /** The network between both. */
  proxy: FaultProxy;
}

/** Signs the demo's manager in and opens the dashboard; ends with the test. */
export async function beginDay(browser: PhoneBrowser, size: typeof PHONE): Promise<Day> {
  const product = await Product.start();
  onTestFinished(() => product.close());
  const { page, proxy } = await personAs('manager', { phone: browser, product, size });
  onTestFinished(async () => {
    await page.context().close();
    await proxy.close();
  });
  await installed(page);
  await page.goto(`${proxy.address}/admin/dashboard`);
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  return { page, product, proxy };
}

/** Types into Find, by the key where there is a keyboard. Returns what is found of this name. */
export async function find(page: Page, typed: string, name: RegExp): Promise<Locator> {
  if (page.viewportSize()?.width === DESK.width) await page.keyboard.press('Control+k');
  else await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('combobox', { name: 'Find' }).fill(typed);
  const found = page.getByRole('option', { name }).first();
  await found.waitFor();
  return found;
}

/** Waits, with Find open, until this device has all that is searched. */
export async function wholeOnDevice(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Find' });
  await dialog.getByText(/^On this device as of/).waitFor();
  await dialog.getByText(/Not on this device yet/).waitFor({ state: 'detached' });
}

/** What the server has once this device has sent everything. */
export async function sendEverything({ page, proxy }: Day): Promise<void> {
  proxy.mode = 'open';
  await page.goto(`${proxy.address}/outbox`);
  await page.getByText('Everything is sent.').waitFor();
}
