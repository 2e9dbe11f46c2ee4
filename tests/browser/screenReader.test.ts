import { expect } from 'vitest';
import { PHONE } from '../support/browser/phone.ts';
import { phone, product, signedIn, test } from '../support/browser/world.ts';

test('a screen reader’s way through reporting a problem: order, names and announcements', async () => {
  const page = await signedIn('resident', '/maintenance');
  await page.getByRole('button', { name: 'View / Edit' }).first().waitFor();

  // The page: skip link, navigation with the main places, then one heading and the action.
  await expect
    .poll(() => page.locator('body').ariaSnapshot())
    .toMatch(
      /link "Skip to content"[\s\S]*banner:[\s\S]*navigation "Main":[\s\S]*link "Porchlight"[\s\S]*button "Open menu"[\s\S]*link "Dashboard"[\s\S]*link "Payments"[\s\S]*link "Maintenance"[\s\S]*link "Announcements"[\s\S]*button "More"[\s\S]*main:[\s\S]*heading "Maintenance" \[level=1\][\s\S]*button "\+ New Request"/,
    );

  // Everything that is announced from here on, in this order.
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const live = element?.closest('[role=status], [role=alert], [aria-live]');
        const text = live?.textContent.trim();
        if (text && said.at(-1) !== text) said.push(text);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });

  await page.getByRole('button', { name: '+ New Request' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New Request' });
  await dialog.getByRole('textbox', { name: 'Issue' }).waitFor();
  expect(await dialog.ariaSnapshot()).toMatch(
    /dialog "New Request":[\s\S]*heading "New Request"[\s\S]*button "Close"[\s\S]*textbox "Issue"[\s\S]*group "Photos":[\s\S]*button "Choose photos"[\s\S]*button "Submit Request"[\s\S]*button "Cancel"/,
  );

  // Left blank: the field is named as wrong and has the focus.
  await dialog.getByRole('button', { name: 'Submit Request' }).press('Enter');
  const issue = dialog.getByRole('textbox', { name: 'Issue' });
  await expect.poll(() => issue.getAttribute('aria-invalid')).toBe('true');
  expect(await issue.evaluate((field) => document.activeElement === field)).toBe(true);
  const description = await issue.evaluate((field) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );
  expect(description).toContain('Please describe the issue.');

  await issue.fill('The doorbell is silent.');
  await dialog.getByRole('button', { name: 'Submit Request' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('article').filter({ hasText: 'The doorbell is silent.' }).waitFor();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said.join(' | ')))
    .toContain('Maintenance request submitted successfully.');
  // The focus is back where the form was opened.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('New Request');
});

test('a password can be pasted, and a password manager knows the fields', async () => {
  const page = await phone.another(PHONE);
  await page.goto(`${product.address}/login`);
  const password = page.getByLabel('Password', { exact: true });
  expect(await page.getByLabel('Username').getAttribute('autocomplete')).toBe('username');
  expect(await password.getAttribute('autocomplete')).toBe('current-password');
  await password.focus();
  const refused = await password.evaluate(
    (field) => !field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
  );
  expect(refused).toBe(false);
  await page.goto(`${product.address}/register`);
  const register = page.getByLabel('Password', { exact: true });
  expect(await register.getAttribute('autocomplete')).toBe('new-password');
});
