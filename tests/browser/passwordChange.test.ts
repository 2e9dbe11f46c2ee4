import type { Page } from 'playwright';
import { expect } from 'vitest';
import { PHONE, signIn } from '../support/browser/phone.ts';
import { phone, product, test } from '../support/browser/world.ts';

async function sessionCookie(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === 'porchlight_session')?.value;
}

test('a password changed in one tab keeps the other tab and the device signed in, by another cookie', async () => {
  const page = await phone.another(PHONE);
  await signIn(page, product.address, 'resident');
  const second = await page.context().newPage();
  await second.goto(`${product.address}/maintenance?new=1`);
  await second.getByLabel('Issue').fill('The porch light flickers.');
  const before = await sessionCookie(page);

  await page.goto(`${product.address}/profile`);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('Current password').fill('porchlight');
  await page.getByLabel('New password').fill('a lamp at dusk');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await page.getByText('Your password was changed. You are signed out everywhere else.').waitFor();
  const after = await sessionCookie(page);
  expect([before, after]).toEqual([expect.any(String), expect.any(String)]);
  expect(after).not.toBe(before);

  await second.getByRole('button', { name: 'Submit Request' }).click();
  await second.getByText('Maintenance request submitted successfully.').waitFor();
  expect(await second.getByText('Your session has ended').count()).toBe(0);

  // Without the token of either tab: an app that is opened again has the cookie alone.
  for (const tab of [page, second]) await tab.evaluate(() => sessionStorage.clear());
  await second.close();
  await page.goto(`${product.address}/profile`);
  const list = page.getByRole('list', { name: 'Where you are signed in' });
  await list.getByText('This device').waitFor();
  expect(await list.getByRole('listitem').count()).toBe(1);
  await page.context().close();
});
