import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Prepared } from '../../support/browser/signedInDevices.ts';
import { phone, product, proxy, signedInDevice, test } from '../../support/browser/world.ts';

/** The most that a screen moves while it opens: the sum of the scores of https://web.dev/articles/cls. */
const MOST = 0.02;
/** How long a screen that is complete is watched, in milliseconds: notices and offers come once the page is idle. */
const WATCHED = 2_000;
/** How much later than the one before an answer comes, in milliseconds. */
const APART = 150;

/** What moved since the page was opened, with what it was. */
async function shiftsOf(page: Page): Promise<{ sum: number; moved: string[] }> {
  await page.waitForTimeout(WATCHED);
  return page.evaluate(async () => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      /** Within 500 ms of a press: what somebody asked for. */
      hadRecentInput: boolean;
      sources: { node?: Node }[];
    }
    const shifts = await new Promise<LayoutShift[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries() as LayoutShift[])).observe({
        type: 'layout-shift',
        buffered: true,
      });
      setTimeout(() => resolve([]), 500);
    });
    const unasked = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
    const moved = unasked.flatMap(({ value, sources }) =>
      sources.map(({ node }) => `${value.toFixed(4)} ${node?.textContent?.slice(0, 60) ?? ''}`),
    );
    return { sum: unasked.reduce((sum, { value }) => sum + value, 0), moved };
  });
}

test.for([
  ['/', 'Register Now'],
  ['/about', 'Our mission'],
  ['/login', 'Keep me signed in'],
  ['/register', 'Create Your Account'],
] as const)('nothing of %s moves while it opens', async ([path, shows]) => {
  const page = await phone.another();
  await page.goto(product.address + path);
  await page.getByText(shows).first().waitFor();
  const { sum, moved } = await shiftsOf(page);
  expect(sum, moved.join('\n')).toBeLessThanOrEqual(MOST);
  await page.context().close();
});

test.for<[path: string, who: Prepared, shows: string]>([
  ['/dashboard/resident', 'resident', 'View All Requests'],
  ['/maintenance', 'resident', 'View / Edit'],
  ['/payments', 'resident', 'Still to Pay'],
  ['/announcements', 'resident', 'Posted by'],
  ['/admin/dashboard', 'manager', 'Occupancy Rate'],
])('nothing of %s moves while an installed app opens it', async ([path, who, shows]) => {
  const device = await signedInDevice(who);
  const before = await device.open();
  await before.goto(proxy.address + path);
  await before.getByText(shows).first().waitFor();
  await expect.poll(() => before.getByText('Loading').count()).toBe(0);
  await before.waitForTimeout(WATCHED);
  await device.close();
  const page = await device.open();
  await page.goto(proxy.address + path);
  await page.getByText(shows).first().waitFor();
  const { sum, moved } = await shiftsOf(page);
  expect(sum, moved.join('\n')).toBeLessThanOrEqual(MOST);
});

test.for([
  ['resident', 'View All Requests'],
  ['manager', 'Occupancy Rate'],
] as const)(
  'nothing of the dashboard moves under a %s who signs in on a new phone, though its answers come one by one',
  async ([username, shows]) => {
    const page = await phone.another(undefined, { serviceWorkers: 'block' });
    let calls = 0;
    await page.route('**/api/**', async (route) => {
      calls += 1;
      await new Promise((later) => setTimeout(later, (calls % 8) * APART));
      await route.continue();
    });
    await page.goto(`${product.address}/login`);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill('porchlight');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText(shows).first().waitFor();
    await expect.poll(() => page.getByText('Loading').count()).toBe(0);
    const { sum, moved } = await shiftsOf(page);
    expect(sum, moved.join('\n')).toBeLessThanOrEqual(MOST);
    await page.context().close();
  },
);
