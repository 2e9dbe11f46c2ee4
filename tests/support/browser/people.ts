import type { BrowserContextOptions, Page } from 'playwright';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { FaultProxy } from './faultProxy.ts';
import { installed, signIn, type PhoneBrowser } from './phone.ts';
import { photographs } from '../photographs.ts';
import type { Product } from './product.ts';

export type Who = 'visitor' | 'resident' | 'resident offline' | 'newcomer' | 'manager';

/** A user with a device and a network of their own. */
export interface Person {
  page: Page;
  proxy: FaultProxy;
}

interface World {
  phone: PhoneBrowser;
  product: Product;
  size: { width: number; height: number };
  look?: BrowserContextOptions;
  /** The resident's, where it is not the demo's. */
  username?: string;
}

/** A user in the state that a screen needs. */
export async function personAs(
  who: Who,
  { phone, product, size, look, username = 'resident' }: World,
): Promise<Person> {
  const proxy = await FaultProxy.inFrontOf(product);
  const page = await phone.another(size, look);
  const person = { page, proxy };
  if (who === 'visitor') return person;
  if (who === 'newcomer') await register(person, `newcomer${String(size.width)}`);
  else await signIn(page, proxy.address, who === 'manager' ? 'manager' : username);
  if (who === 'resident offline') await leaveThingsUnsent(person, product);
  return person;
}

async function register({ page, proxy }: Person, username: string): Promise<void> {
  await page.goto(`${proxy.address}/register`);
  await page.getByLabel('First name').fill('Newt');
  await page.getByLabel('Last name').fill('Comer');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('porchlight');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL((url) => url.pathname !== '/register');
}

/** Reports a problem in the app. */
export async function report(page: Page, address: string, words: string, photos = 0): Promise<void> {
  await page.goto(`${address}/maintenance?new=1`);
  await page.getByLabel('Issue').fill(words);
  if (photos > 0) {
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles(await photographs(photos));
    const last = { name: `Photo ${String(photos)} of ${String(photos)}` };
    await page.getByRole('dialog').getByRole('img', last).waitFor();
  }
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Edits a request offline while a manager edits it too, which makes a conflict. */
async function collide({ page, proxy }: Person, product: Product, mine: string, theirs: string) {
  const request = (await product.call('resident', 'POST', '/maintenance', {
    information: 'The hallway light flickers.',
  })) as MaintenanceRequest;
  await page.goto(`${proxy.address}/maintenance?request=maintenance:${String(request.id)}`);
  await page.getByRole('dialog').getByText('The hallway light flickers.').waitFor();
  await installed(page);
  proxy.mode = 'cut';
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Issue').fill(mine);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved on this device. It will be sent when you are back online.').waitFor();
  await product.call('manager', 'PUT', `/maintenance/${String(request.id)}`, { information: theirs });
  proxy.mode = 'open';
  const card = page.getByRole('article').filter({ hasText: mine });
  await card.getByText('Needs attention').waitFor();
  return { request, card };
}

async function leaveThingsUnsent(person: Person, product: Product): Promise<void> {
  const { page, proxy } = person;
  const theirs = 'The hallway light flickers and buzzes. Electrician called.';
  await collide(person, product, 'The hallway light is out altogether.', theirs);
  proxy.mode = 'cut';
  await report(page, proxy.address, 'Water drips from the ceiling of the bathroom.', 2);
}
