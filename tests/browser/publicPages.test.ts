import { expect } from 'vitest';
import { phone, product, test } from '../support/browser/world.ts';

test.each([
  ['/', 'Home, even without a signal'],
  ['/about', 'About Porchlight'],
])(
  'what the build drew of %s stays until its script is there, and is drawn again by it',
  async (path, title) => {
    const page = await phone.another(undefined, { serviceWorkers: 'block' });
    let letLoad = (): void => undefined;
    const wait = new Promise<void>((resolve) => (letLoad = resolve));
    await page.route(/\/Site-[^/]*\.js$/, async (route) => {
      await wait;
      await route.continue();
    });
    // Each thing that the page's first heading was.
    await page.addInitScript(() => {
      const headings: unknown[] = [];
      Object.assign(window, { headings });
      new MutationObserver(() => {
        const heading = document.querySelector('#root h1')?.textContent;
        if (document.querySelector('#root main') && headings.at(-1) !== heading) headings.push(heading);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(product.address + path, { waitUntil: 'commit' });
    const drawn = await page.getByRole('heading', { level: 1 }).elementHandle();
    // Time for the first script to run, which must not replace it.
    await page.waitForTimeout(1_000);
    expect(await drawn.isVisible()).toBe(true);
    letLoad();
    await expect.poll(() => drawn.evaluate((heading) => heading.isConnected)).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
    expect(await page.evaluate(() => (window as unknown as { headings: unknown[] }).headings)).toEqual([
      title,
    ]);
    await page.context().close();
  },
);
