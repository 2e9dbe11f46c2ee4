import { expect } from 'vitest';
import { DESK } from '../support/browser/phone.ts';
import { phone, product, test } from '../support/browser/world.ts';
import { codeOf } from '../support/server/authenticator.ts';

test('a manager turns on a second factor by the keyboard alone, and signs in with it elsewhere', async () => {
  const page = await phone.another(DESK);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto(`${product.address}/login`);
  await page.getByLabel('Username').focus();
  await page.keyboard.type('manager');
  await page.keyboard.press('Tab');
  await page.keyboard.type('porchlight');
  await page.keyboard.press('Enter');
  await page.waitForURL(/dashboard/);
  await page.goto(`${product.address}/profile`);
  await page.getByRole('button', { name: 'Turn On' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Current password').waitFor();
  await page.keyboard.type('porchlight');
  await page.keyboard.press('Enter');

  const key = page.getByLabel('Key for your authenticator app');
  const secret = (await key.innerText()).replaceAll(' ', '');
  const code = page.getByRole('img', { name: 'QR code for your authenticator app' });
  // Dark modules on a light ground, whatever the policy for styles.
  await expect.poll(() => code.evaluate((svg) => svg.getBoundingClientRect().width)).toBeGreaterThan(180);
  expect(await code.locator('path').evaluate((path) => getComputedStyle(path).fill)).toBe('rgb(0, 0, 0)');
  // The link, Copy, and then the field.
  for (let time = 0; time < 3; time += 1) await page.keyboard.press('Tab');
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  const [recoveryCode = ''] = await codes.allInnerTexts();
  expect(await codes.count()).toBe(10);
  // Copy, Download, Print, and then Done.
  for (let time = 0; time < 4; time += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Your second factor is on. You are signed out everywhere else.').waitFor();
  expect(refused).toEqual([]);

  for (const typed of [codeOf(secret, 1), recoveryCode]) {
    const elsewhere = await phone.another();
    await elsewhere.goto(`${product.address}/login`);
    await elsewhere.getByLabel('Username').fill('manager');
    await elsewhere.getByLabel('Password').fill('porchlight');
    await elsewhere.keyboard.press('Enter');
    const field = elsewhere.getByLabel('Code');
    await field.waitFor();
    await elsewhere.keyboard.type(typed);
    await elsewhere.keyboard.press('Enter');
    await elsewhere.waitForURL(/dashboard/);
    await elsewhere.context().close();
  }
  await page.context().close();
});
