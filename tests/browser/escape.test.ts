import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { DESK, PHONE } from '../support/browser/phone.ts';
import { focused } from '../support/browser/focused.ts';
import { proxy, signedIn, test } from '../support/browser/world.ts';
import type { Prepared } from '../support/browser/signedInDevices.ts';

// Whatever unfolds or covers a screen: Escape closes it, and the focus is where it was before.

type By = string | RegExp;

interface Opened {
  path: string;
  /** The names of the buttons or links that the keyboard opens it by, each within what the one before opens. */
  by: By[];
}

interface Device {
  who: Prepared;
  size: typeof DESK;
  opened: Opened[];
}

// prettier-ignore
const DEVICES: Record<string, Device> = {
  'a resident’s phone': { who: 'resident', size: PHONE, opened: [
    { path: '/maintenance', by: ['Open menu'] },
    { path: '/maintenance', by: ['Find'] },
    { path: '/maintenance', by: [/New Request$/] },
    { path: '/maintenance', by: ['View / Edit', 'Delete Request'] },
    { path: '/maintenance', by: [/^View Photo/] },
    { path: '/announcements', by: ['Suggest a Post'] },
    { path: '/dashboard/resident', by: ['Submit Request'] },
    { path: '/messages', by: ['New Message'] },
  ] },
  'a manager’s phone': { who: 'manager', size: PHONE, opened: [
    { path: '/admin/dashboard', by: ['Open menu'] },
    { path: '/admin/dashboard', by: ['More'] },
    { path: '/admin/dashboard', by: ['Find'] },
    { path: '/admin/dashboard', by: [/^More for /] },
  ] },
  'a manager’s desk': { who: 'manager', size: DESK, opened: [
    { path: '/admin/dashboard', by: ['More'] },
    { path: '/admin/dashboard', by: ['Find'] },
    { path: '/admin/dashboard', by: [/^More for /] },
    { path: '/admin/dashboard', by: [/^Assign: /] },
    { path: '/admin/dashboard', by: [/^Remind all over/] },
    { path: '/admin/payments', by: [/^Record Payment of /] },
    { path: '/admin/units', by: [/^Delete unit /] },
    { path: '/admin/manage-users', by: [/^Edit /] },
    { path: '/admin/payments', by: [/^Add Charge for /] },
    { path: '/admin/maintenance', by: ['View / Edit'] },
    { path: '/admin/maintenance?view=board', by: [/^Move “/] },
    { path: '/admin/maintenance?view=board', by: [/^View “/] },
    { path: '/admin/dashboard', by: ['New Announcement'] },
    { path: '/admin/person/3', by: [/faucet drips/] },
    { path: '/admin/announcements', by: [/New Announcement/] },
    { path: '/admin/upkeep', by: ['Plan Upkeep'] },
    { path: '/admin/utilities', by: [/^Walking order of /] },
    { path: '/admin/utilities', by: ['Add Common Meter'] },
  ] },
};

/** How many dialogs and menus are open. */
const openIn = (page: Page) => page.locator('dialog[open], button[aria-expanded=true]').count();

/** Presses Escape in the very moment in which something opens, while the page may still be drawing it. */
const escapeOnceOpen = (page: Page) =>
  page.evaluate(() => {
    delete document.documentElement.dataset.escaped;
    const observer = new MutationObserver(() => {
      if (!document.querySelector('dialog[open], button[aria-expanded=true]')) return;
      observer.disconnect();
      document.documentElement.dataset.escaped = 'true';
      const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      (document.activeElement ?? document).dispatchEvent(pressed);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });

/** Focuses the first button or link of that name, and resolves to the whole of it. */
async function focusOpener(within: Page | Locator, name: By): Promise<string> {
  const named = { name, exact: typeof name === 'string' };
  const opener = within.getByRole('button', named).or(within.getByRole('link', named)).first();
  await opener.focus();
  return (await focused(opener.page())).name;
}

async function expectClosed(page: Page, { of, left = 0 }: { of: string; left?: number }): Promise<void> {
  const where = new URL(page.url()).pathname;
  await expect.poll(() => openIn(page), { message: `${where}: Escape closes “${of}”` }).toBe(left);
  await expect
    .poll(() => focused(page), { message: `${where}: “${of}” has the focus` })
    .toEqual({ name: of, visible: true });
}

test.each(Object.entries(DEVICES))(
  'on %s Escape closes every menu and dialog, and gives the focus back to what opened it',
  async (_name, { who, size, opened }) => {
    const page = await signedIn(who, '/', size);
    for (const { path, by } of opened) {
      await page.goto(proxy.address + path);
      const openers: string[] = [];
      for (const name of by) {
        openers.push(
          await focusOpener(openers.length > 0 ? page.locator('dialog[open]').last() : page, name),
        );
        await page.keyboard.press('Enter');
        await expect
          .poll(() => openIn(page), { message: `${path}: ${String(name)} opens` })
          .toBe(openers.length);
      }
      while (openers.length > 0) {
        const of = openers.pop()!;
        await page.keyboard.press('Escape');
        await expectClosed(page, { of, left: openers.length });
      }
    }
  },
);

test.each(Object.entries(DEVICES))(
  'on %s Escape closes every menu and dialog also in the moment in which it opens',
  async (_name, { who, size, opened }) => {
    const page = await signedIn(who, '/', size);
    for (const { path, by } of opened) {
      await page.goto(proxy.address + path);
      const of = await focusOpener(page, by[0]!);
      await escapeOnceOpen(page);
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.documentElement.dataset.escaped);
      await expectClosed(page, { of });
    }
  },
);
