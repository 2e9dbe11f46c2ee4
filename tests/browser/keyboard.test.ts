import type { Page } from 'playwright';
import { expect } from 'vitest';
import { DESK, PHONE, signIn } from '../support/browser/phone.ts';
import { photographs } from '../support/photographs.ts';
import { phone, product, test } from '../support/browser/world.ts';
import { focused } from '../support/browser/focused.ts';

/** Presses Tab until the named element has the focus. Every element on the way must show its focus. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press(key);
    const at = await focused(page);
    expect(
      at.visible || at.name === '' || passed.includes(at.name),
      `focus is invisible on "${at.name}"`,
    ).toBe(true);
    if (name.test(at.name)) return;
    passed.push(at.name);
  }
  throw new Error(`Tab never came to ${String(name)}; it came to ${passed.join(', ')}`);
}

test('everything a resident does can be done by keyboard alone', async () => {
  const page = await phone.another(PHONE);
  // Listens from the start: the browser may open the chooser before a late listener is active.
  page.on('filechooser', (chooser) => void photographs(1).then((files) => chooser.setFiles(files)));

  // To the login page through the menu, after the skip link.
  await page.goto(product.address);
  await page.getByRole('link', { name: 'Register Now' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toEqual({ name: 'Skip to content', visible: true });
  await tabTo(page, /^Open menu$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Login$/);
  await page.keyboard.press('Enter');

  // Sign in.
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  await tabTo(page, /^Username/);
  await page.keyboard.type('resident');
  await tabTo(page, /^Password/);
  await page.keyboard.type('porchlight');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Open menu' }).waitFor();
  await page.waitForURL((url) => url.pathname !== '/login');

  // To maintenance through the menu.
  await tabTo(page, /^Open menu$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Maintenance$/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'View / Edit' }).first().waitFor();

  // Escape closes the menu and returns the focus.
  await tabTo(page, /^Open menu$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Logout$/);
  await page.keyboard.press('Escape');
  expect(await focused(page)).toEqual({ name: 'Open menu', visible: true });

  // Write a new request with a photo.
  await tabTo(page, /New Request$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, /^Issue/);
  await page.keyboard.type('Written without a mouse.');
  await tabTo(page, /^Choose photos$/);
  await page.keyboard.press('Space');
  await page.getByRole('dialog').getByRole('img', { name: 'Photo 1 of 1' }).waitFor();
  await tabTo(page, /^Submit Request$/);
  await page.keyboard.press('Enter');
  await page.getByText('Maintenance request submitted successfully.').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await focused(page)).name).toMatch(/New Request$/);

  // Open and edit it.
  const own = page.getByRole('article').filter({ hasText: 'Written without a mouse' });
  await own.waitFor();
  await tabTo(page, /^View \/ Edit$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Written without a mouse.').waitFor();
  await tabTo(page, /^Edit$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Edit Request' }).waitFor();
  await tabTo(page, /^Issue/);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And changed.');
  await tabTo(page, /^Save$/);
  await page.keyboard.press('Enter');
  await page.getByText('Maintenance request updated successfully.').waitFor();
  await expect.poll(() => focused(page)).toEqual({ name: 'View / Edit', visible: true });

  // Cancelling asks first; Escape means no and returns the focus.
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Maintenance Request' }).waitFor();
  await tabTo(page, /^Delete Request$/);
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  expect((await focused(page)).name).toBe('Keep Request');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await focused(page)).toEqual({ name: 'Delete Request', visible: true });
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await tabTo(page, /^Cancel Request$/);
  await page.keyboard.press('Enter');
  await page.getByText('Maintenance request cancelled successfully.').waitFor();
  await own.waitFor({ state: 'detached' });
  // The focused element is gone with the request; the focus moves to the content, not to the top of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('everything a manager does can be done by keyboard alone, and a closed modal returns the focus', async () => {
  const page = await phone.another(DESK);
  await signIn(page, product.address, 'manager');
  const press = async (name: RegExp) => {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  const write = async (name: RegExp, text: string) => {
    await tabTo(page, name);
    await page.keyboard.type(text);
  };

  // Add, find and delete a unit; the message takes the focus of the deleted row.
  await page.goto(`${product.address}/admin/units`);
  await page.getByRole('table', { name: 'Units' }).waitFor();
  await press(/^\+ Add new unit$/);
  await page.getByLabel('Property ID').waitFor();
  await write(/^Property ID/, 'Alder');
  await write(/^Unit number/, '9Z');
  await press(/^Add Unit$/);
  await page.getByRole('table', { name: 'Units' }).waitFor();
  await write(/^Search by number/, '9Z');
  await page.getByText(/^1 of \d+ units$/).waitFor();
  await press(/^Delete unit 9Z/);
  await page.getByRole('alertdialog').waitFor();
  await press(/^Delete$/);
  await page.getByText('Unit 9Z deleted successfully').waitFor();
  await expect.poll(async () => (await focused(page)).name).toContain('Unit 9Z deleted successfully');

  // Open an account, leave it by Escape, open it again and save.
  const back = { name: 'Edit Samuel Adeyemi', visible: true };
  await page.goto(`${product.address}/admin/manage-users`);
  await page.getByRole('button', { name: back.name }).waitFor();
  await press(/^Edit Samuel Adeyemi$/);
  await page.getByLabel('First name').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toEqual(back);
  await page.keyboard.press('Enter');
  await page.getByLabel('First name').waitFor();
  await press(/^Save Changes$/);
  await page.getByRole('alertdialog').waitFor();
  await press(/^Update User$/);
  await page.getByText('User updated successfully!').waitFor();
  await expect.poll(() => focused(page)).toEqual(back);

  // Add a charge and reverse it in the ledger.
  await page.goto(`${product.address}/admin/payments`);
  await page.getByRole('table', { name: 'Tenant balances' }).waitFor();
  await press(/^Add Charge for Samuel Adeyemi$/);
  await page.getByLabel('Amount').waitFor();
  await write(/^Amount/, '12.5');
  await write(/^Description/, 'By keyboard');
  await page.keyboard.press('Enter');
  await page.getByText('Charge of $12.50 added for Samuel Adeyemi.').waitFor();
  await expect.poll(() => focused(page)).toEqual({ name: 'Add Charge for Samuel Adeyemi', visible: true });
  await press(/^Ledger of Samuel Adeyemi$/);
  await page.getByRole('table', { name: 'Account ledger' }).waitFor();
  await press(/^By keyboard$/);
  // The dialog opens by the address, a moment after the key; an earlier Tab would stay in the list.
  await page.getByRole('dialog').waitFor();
  await press(/^Reverse this entry$/);
  await expect.poll(async () => (await focused(page)).name).toMatch(/^Reason/);
  await page.keyboard.type('A test');
  await press(/^Reverse$/);
  await page.getByText('The entry was reversed.').waitFor();
  await expect.poll(() => focused(page)).toEqual({ name: 'By keyboard', visible: true });
});
