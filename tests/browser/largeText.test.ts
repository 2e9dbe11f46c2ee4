import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personAs, type Person, type Who } from '../support/browser/people.ts';
import { PhoneBrowser, PHONE } from '../support/browser/phone.ts';
import { Product } from '../support/browser/product.ts';

let product: Product;
let phone: PhoneBrowser;
const people: Person[] = [];

beforeAll(async () => {
  product = await Product.start();
  phone = await PhoneBrowser.create();
  await phone.open();
});

afterAll(async () => {
  await phone.destroy();
  await product.close();
  for (const { proxy } of people) await proxy.close();
});

async function enter(who: Who, size: typeof PHONE): Promise<Person> {
  // As a narrow window, which has no layout wider than itself.
  const person = await personAs(who, { phone, product, size, look: { isMobile: false, hasTouch: true } });
  people.push(person);
  return person;
}

const screens: [Who, [path: string, shows: string][]][] = [
  ['visitor', [['/', 'Register Now'], ['/login', 'Keep me signed in'], ['/register', 'Create Your Account']]],
  ['resident', [
    ['/dashboard/resident', 'View All Requests'], ['/payments', 'View full account ledger'], ['/ledger', 'Rent for'],
    ['/maintenance', 'View / Edit'], ['/maintenance?new=1', 'Submit Request'], ['/announcements', 'Posted by'],
    ['/profile', 'Edit Profile'], ['/contact', 'Linden Terrace'], ['/device', 'Room on this device'],
  ]],
  ['manager', [
    ['/admin/dashboard', 'View Ledger'], ['/admin/maintenance', 'View / Edit'], ['/admin/units', 'Linden House'],
    ['/admin/manage-users', 'To be confirmed'], ['/admin/payments', 'Export CSV'], ['/admin/utilities', 'Review & Post Bills'],
    ['/admin/announcements', 'Posted by'],
  ]],
]; // prettier-ignore

/** In pixels: how far the page, or a dialog over it, is wider than the window. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const dialogs = [...document.querySelectorAll('dialog[open], dialog[open] > *')];
    return Math.max(...[root, ...dialogs].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}

test.each(screens)(
  'text at 200 % on 320 px makes no screen wider than the window (%s)',
  async (who, paths) => {
    const { page, proxy } = await enter(who, { width: 320, height: 640 });
    const wide: [string, number][] = [];
    for (const [path, shows] of paths) {
      await page.goto(proxy.address + path);
      await page.getByText(shows).first().waitFor();
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      const over = await overflow(page);
      // The browser rounds both widths to whole pixels.
      if (over > 1) wide.push([path, over]);
    }
    expect(wide).toEqual([]);
  },
);

/** The spacing that a person may set by themselves, of WCAG 2.2's criterion 1.4.12. */
const SPACED = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important
}
p { margin-bottom: 2em !important }`;

/** The texts that a box cuts off; what ends in an ellipsis by design is whole on its own screen. */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((box) => {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
        const cuts = [overflowX, overflowY].some((each) => each === 'hidden' || each === 'clip');
        const byDesign = textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || box.matches('.sr-only');
        const spills = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
        return cuts && !byDesign && spills && box.checkVisibility() && box.innerText.trim() !== '';
      })
      .map((box) => box.outerHTML.slice(0, 100)),
  );
}

test.each(screens)(
  'text that is spaced as a person may set it is neither cut nor wider than a phone (%s)',
  async (who, paths) => {
    const { page, proxy } = await enter(who, PHONE);
    const lost: Record<string, unknown> = {};
    for (const [path, shows] of paths) {
      await page.goto(proxy.address + path);
      await page.getByText(shows).first().waitFor();
      await page.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets.push(sheet);
      }, SPACED);
      const [over, cut] = [await overflow(page), await cutTexts(page)];
      if (over > 1 || cut.length > 0) lost[path] = { over, cut };
    }
    expect(lost).toEqual({});
  },
);

/** The controls that are smaller than 44 pixels in either direction; links within a text are not meant. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, a[href], input, select, textarea, summary, [role=button]',
      ),
    ]
      .filter(
        (control) =>
          control.checkVisibility() && !control.closest('.sr-only, p, dd') && !control.matches('.sr-only'),
      )
      .flatMap((control) => {
        // The label of a checkbox is pressed as well.
        const pressed = control.matches('[type=checkbox]') ? (control.closest('label') ?? control) : control;
        const { width, height } = pressed.getBoundingClientRect();
        if (width === 0 || getComputedStyle(control).clipPath !== 'none') return [];
        return width >= 43.5 && height >= 43.5
          ? []
          : [`${control.outerHTML.slice(0, 80)} ${width.toFixed()} × ${height.toFixed()}`];
      }),
  );
}

test.each(screens)('every control is at least 44 pixels high and wide (%s)', async (who, paths) => {
  const { page, proxy } = await enter(who, PHONE);
  const small: Record<string, string[]> = {};
  for (const [path, shows] of paths) {
    await page.goto(proxy.address + path);
    await page.getByText(shows).first().waitFor();
    const found = await smallTargets(page);
    if (found.length > 0) small[path] = found;
  }
  expect(small).toEqual({});
});

test('the bars hide no focused control, at any place of a long page', async () => {
  const { page, proxy } = await enter('manager', PHONE);
  const hidden: string[] = [];
  for (const path of ['/admin/dashboard', '/admin/maintenance', '/admin/utilities']) {
    await page.goto(proxy.address + path);
    await page
      .getByRole('main')
      .getByRole('button')
      .or(page.getByRole('main').getByRole('link'))
      .first()
      .waitFor();
    await page.locator('#content').focus();
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!(focused instanceof HTMLElement) || !focused.closest('main')) return undefined;
        const { left, right, top, bottom } = focused.getBoundingClientRect();
        const covers = (y: number) => {
          const at = document.elementFromPoint((left + right) / 2, y);
          return at?.closest('header') !== null;
        };
        return covers(top + 2) || covers(bottom - 2) ? focused.outerHTML.slice(0, 100) : undefined;
      });
      if (covered) hidden.push(`${path}: ${covered}`);
    }
  }
  expect(hidden).toEqual([]);
});
