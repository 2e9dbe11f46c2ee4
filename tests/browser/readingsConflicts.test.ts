import { expect } from 'vitest';
import type { Page } from 'playwright';
import type { Transaction } from '../../contract/ledger.ts';
import type { Unit } from '../../contract/unit.ts';
import { DESK, signIn } from '../support/browser/phone.ts';
import { onDatabaseOf } from '../support/browser/tenants.ts';
import { phone, product, proxy, signedIn, test } from '../support/browser/world.ts';

let began: number;

test.beforeAll(async () => {
  await product.kill('SIGTERM');
  await onDatabaseOf(
    product,
    (sql) => sql`
      insert into users (username, email, password_hash, first_name, last_name, is_manager)
      select 'second.manager', 'second.manager@example.com', password_hash, 'Dana', 'Cole', true
      from users where username = 'manager'`,
  );
  await product.resume();
  began = Date.now();
});

/** Opens the readings screen of a manager on a device of theirs. */
async function desk(who: 'manager' | 'second.manager' = 'manager'): Promise<Page> {
  const page = who === 'manager' ? await signedIn(who, '/admin/utilities', DESK) : await phone.another(DESK);
  if (who === 'second.manager') {
    await signIn(page, proxy.address, who);
    await page.goto(`${proxy.address}/admin/utilities`);
  }
  await page.getByRole('heading', { name: 'Ready for offline', exact: true }).waitFor();
  return page;
}

const rowOf = (page: Page, index: number) => page.getByRole('group', { name: /^Unit / }).nth(index);

/** Types gallons for the units at these positions of the list, and opens the review. */
async function review(page: Page, gallons: Record<number, string>) {
  for (const [index, text] of Object.entries(gallons)) {
    await rowOf(page, Number(index)).getByLabel(/^Water/).fill(text);
  } // prettier-ignore
  await page.getByRole('button', { name: 'Review & Post Bills' }).click();
  const post = page
    .getByRole('dialog', { name: 'Review bills' })
    .getByRole('button', { name: /^Post \d+ Bills?$/ });
  return {
    click: async () => {
      await post.click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Bill as 0' }).click();
    },
  };
}

/** The billing party of the unit at this position, and the unit's name on screen. */
async function partyAt(page: Page, index: number): Promise<{ id: number; place: string; name: string }> {
  const place = (await rowOf(page, index).getAttribute('aria-label')) ?? '';
  const units = (await product.call('manager', 'GET', '/units')) as Unit[];
  const unit = units.find((each) => `Unit ${each.unit_number}, ${each.property_name}` === place);
  const [party] = unit?.tenant_info ?? [];
  if (!party) throw new Error(`Nobody lives in ${place}.`);
  return { id: party.id, place, name: `${party.first_name} ${party.last_name}` };
}

/** Someone's bills since the tests began, in dollars. */
async function billsOf({ id }: { id: number }): Promise<number[]> {
  const entries = (await product.call('manager', 'GET', `/transactions/user-history/${id}`)) as Transaction[];
  return entries
    .filter(({ type, created_at }) => type === 'Utility' && Date.parse(created_at) >= began - 1000)
    .map(({ amount }) => amount);
}

const bill = (user_id: number) => ({
  ...{ user_id, water_usage: 1000, electric_usage: 0, gas_usage: 0 },
  ...{ water_cost: 12, electric_cost: 0, gas_cost: 0 },
});

test('a typed comma is read as a decimal point or a thousands separator', async () => {
  const page = await desk();
  const water = rowOf(page, 0).getByLabel(/^Water/);
  for (const [text, cost] of [
    ['12,5', '$0.15'],
    ['1,430.5', '$17.17'],
    ['1,430', '$17.16'],
    ['12.5', '$0.15'],
  ] as const) {
    await water.fill('');
    await water.pressSequentially(text);
    await rowOf(page, 0).getByText(cost, { exact: true }).waitFor();
    expect(await water.inputValue()).toBe(text);
  }
  await water.fill('');
  await page.context().close();
});

test('bills posted without a signal can be viewed and withdrawn until they are sent, and are sent once', async () => {
  const page = await desk();
  const party = await partyAt(page, 0);
  proxy.mode = 'cut';
  await (await review(page, { 0: '1500.25' })).click();
  const saved = page.getByText('Saved on this device. It will be sent when you are back online.');
  await saved.waitFor();
  const card = page.getByRole('article');
  await card.getByText('Look at the bill').click();
  await card.getByText('Water 1,500.25 gal × $0.0120 = $18.00').waitFor();
  await card.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('Withdrawn. Nothing was posted, and the readings are below again.').waitFor();
  expect(await rowOf(page, 0).getByLabel(/^Water/).inputValue()).toBe('1500.25'); // prettier-ignore

  await (await review(page, {})).click();
  await saved.waitFor();
  proxy.mode = 'open';
  await expect.poll(() => billsOf(party)).toEqual([18]);
  await card.waitFor({ state: 'detached' });
  await rowOf(page, 0).getByText(/^Billed /).waitFor(); // prettier-ignore
  await page.context().close();
});

test('a unit that was billed meanwhile is named, and billed again only if that is ticked', async () => {
  const page = await desk();
  const [kept, again, other] = [await partyAt(page, 1), await partyAt(page, 2), await partyAt(page, 3)];
  const post = await review(page, { 1: '2000', 2: '2000', 3: '2000' });
  await product.call('second.manager', 'POST', '/utilities', [bill(kept.id), bill(again.id)]);
  await post.click();
  const card = page.getByRole('article');
  await card.getByText(/^Already billed for this month: /).waitFor();
  await card.getByText(/^Billed \w{3} \d+, \d{4} by Dana Cole$/).first().waitFor(); // prettier-ignore
  await card.getByRole('checkbox', { name: `Post ${again.place}, anyway` }).check();
  await card.getByRole('button', { name: 'Post 2 bills' }).click();
  await page.getByText('Successfully created 2 utility bill(s)!').waitFor();
  expect(await billsOf(kept)).toEqual([12]);
  expect((await billsOf(again)).toSorted((a, b) => a - b)).toEqual([12, 24]);
  expect(await billsOf(other)).toEqual([24]);
  await page.context().close();
});

test('a tenant who moved out meanwhile is left out, and the other bills are posted', async () => {
  const page = await desk();
  const [gone, stays] = [await partyAt(page, 4), await partyAt(page, 5)];
  const post = await review(page, { 4: '1000', 5: '1000' });
  await product.call('manager', 'PUT', `/users/${gone.id}`, { isCurrentUser: false });
  await post.click();
  const card = page.getByRole('article');
  await card.getByText(`No longer living in a unit, so not to be billed: ${gone.name}.`).waitFor();
  await card.getByText(`${gone.place} (${gone.name})`).waitFor();
  await card.getByRole('button', { name: 'Post 1 bill' }).click();
  await page.getByText('Successfully created 1 utility bill(s)!').waitFor();
  expect(await billsOf(gone)).toEqual([]);
  expect(await billsOf(stays)).toEqual([12]);
  await page.context().close();
});

test('when two managers post the same month at once, each unit is billed once and the second is told by whom', async () => {
  const desks = [await desk('manager'), await desk('second.manager')] as const;
  const parties = [await partyAt(desks[0], 6), await partyAt(desks[0], 7)];
  const posts = await Promise.all(desks.map((page) => review(page, { 6: '1000', 7: '1000' })));
  await Promise.all(posts.map((button) => button.click()));
  const outcomes = await Promise.all(
    desks.map(async (page) => {
      const won = page.getByText('Successfully created 2 utility bill(s)!');
      const told = page.getByRole('article').getByText(/^Already billed for this month: /);
      await won.or(told).first().waitFor();
      return (await told.isVisible()) ? 'told' : 'won';
    }),
  );
  expect(outcomes.toSorted()).toEqual(['told', 'won']);
  for (const party of parties) expect(await billsOf(party)).toEqual([12]);

  const lost = desks[outcomes.indexOf('told')] ?? desks[0];
  const winner = outcomes[0] === 'won' ? 'Morgan Reyes' : 'Dana Cole';
  const card = lost.getByRole('article');
  await card.getByText(new RegExp(`^Billed .* by ${winner}$`)).first().waitFor(); // prettier-ignore
  await card.getByRole('button', { name: /^Keep the bills? as posted$/ }).click();
  await lost.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await card.waitFor({ state: 'detached' });
  for (const party of parties) expect(await billsOf(party)).toEqual([12]);
  for (const page of desks) await page.context().close();
});

test('bills are re-priced and posted when the rates changed meanwhile', async () => {
  const page = await desk();
  const party = await partyAt(page, 8);
  const post = await review(page, { 8: '1000' });
  const rates = { rate_water: 0.0155, rate_electric: 0.145, rate_gas: 1.09 };
  await product.call('second.manager', 'PUT', '/settings', rates);
  await post.click();
  const card = page.getByRole('article');
  await card.getByText('The utility rates changed, so these costs are not right any more.').waitFor();
  await card.getByText('Water: $0.012 became $0.0155 per gallon').waitFor();
  await card.getByText('At these rates it comes to $15.50.').waitFor();
  expect(await billsOf(party)).toEqual([]);
  await card.getByRole('button', { name: 'Re-price and post' }).click();
  await page.getByText('Successfully created 1 utility bill(s)!').waitFor();
  expect(await billsOf(party)).toEqual([15.5]);
  await page.context().close();
});

test('the ledger agrees with all bills at the end', async () => {
  expect(await product.checkLedger()).toMatch(/^Nothing disagrees: /);
});
