import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/browser/axe.ts';
import {
  lostWhenLarge,
  lostWhenSpaced,
  overflow,
  regions,
  resize,
  smallControls,
} from '../support/browser/layout.ts';
import { fill } from '../support/browser/fullDemo.ts';
import { personAs, report, type Person, type Who } from '../support/browser/people.ts';
import { DESK, PhoneBrowser, PHONE } from '../support/browser/phone.ts';
import { Product } from '../support/browser/product.ts';
import { screens, type Screen } from '../support/browser/screens.ts';

let product: Product;
let phone: PhoneBrowser;

beforeAll(async () => {
  product = await Product.start();
  // At its fullest, since a screen that has room for little is as good as none for who has much.
  await fill(product);
  phone = await PhoneBrowser.create();
  await phone.open();
});

afterAll(async () => {
  await phone.destroy();
  await product.close();
  for (const { proxy } of await Promise.all(people.values())) await proxy.close();
});

const people = new Map<string, Promise<Person>>();

/** One person on one device for all of their screens. */
function personOf(who: Who): Promise<Person> {
  // As a window that changes its size, which has no layout wider than itself.
  const look = { isMobile: false, hasTouch: true };
  const person = people.get(who) ?? personAs(who, { phone, product, size: PHONE, look });
  people.set(who, person);
  return person;
}

/** The regions that axe has looked at in the desk's size. */
const atTheDesk = new Set<string>();

// A screen is visited once for all that is looked at, since reaching it takes longer.
test.each(screens)(
  '$name ($who): axe finds nothing serious on a phone or a desktop, controls are 44 pixels high and wide, and large or spaced text is neither cut nor too wide',
  async ({ who, path, shows, then }: Screen) => {
    const person = await personOf(who);
    const { page, proxy } = person;
    await page.setViewportSize(PHONE);
    await page.goto(proxy.address + path);
    await page.getByText(shows).first().waitFor();
    await then?.(person);

    const found: Record<string, unknown> = {
      'controls smaller than 44 pixels': await smallControls(page),
      'axe on a phone': await axeFindings(page),
    };
    const onPhone = await regions(page);
    await resize(page, DESK);
    const onDesk = await regions(page);
    expect(onDesk).not.toEqual([]);
    // Again where the desk's structure is another one, which no earlier screen had.
    const differs = onDesk.some((region) => !onPhone.includes(region) && !atTheDesk.has(region));
    found['axe on a desktop'] = differs ? await axeFindings(page) : [];
    for (const region of onDesk) atTheDesk.add(region);
    await resize(page, { width: 320, height: 640 });
    found['lost with text at 200 % on 320 pixels'] = await lostWhenLarge(page);
    await resize(page, PHONE);
    found['lost when text is spaced'] = await lostWhenSpaced(page);
    expect(found).toEqual({
      'controls smaller than 44 pixels': [],
      'axe on a phone': [],
      'axe on a desktop': [],
      'lost with text at 200 % on 320 pixels': [],
      'lost when text is spaced': [],
    });
  },
);

test('on a phone the toast of a refused sign-in covers nothing of the login', async () => {
  const page = await phone.another(PHONE);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${product.address}/login`);
  await page.getByLabel('Username').fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('a wrong word');
  await page.getByRole('button', { name: 'Login' }).click();
  // Where the toast comes to rest, below the form with what it says above its fields.
  await page.getByRole('alert').filter({ hasText: 'Invalid username or password.' }).first().waitFor();
  const toast = page.getByRole('listitem').filter({ hasText: 'Invalid username or password.' });
  const [message, last] = [
    await toast.boundingBox(),
    await page.getByText('Forgot your password?').boundingBox(),
  ];
  expect(message!.y).toBeGreaterThan(last!.y + last!.height);
});

/** Stands in the catalogue of the design system's parts and nowhere else. */
const ONLY_IN_CATALOGUE = 'Vanderbiltschreiber';

test('axe finds nothing serious in the catalogue of parts, on a phone and on a desktop', async () => {
  const development = await createServer({
    server: { host: '127.0.0.1', port: 0, strictPort: false },
    logLevel: 'error',
  });
  const found: Record<string, string[]> = {};
  try {
    await development.listen();
    const [address = ''] = development.resolvedUrls?.local ?? [];
    for (const size of [PHONE, DESK]) {
      const page = await phone.another(size);
      // No server stands behind this build, and the catalogue needs none.
      await page.route(`${address}api/**`, (route) => route.abort());
      await page.goto(`${address}catalogue`);
      await page.getByText(ONLY_IN_CATALOGUE).waitFor();
      found[`the page at ${String(size.width)} px`] = await axeFindings(page);
      for (const [opener, role] of [
        ['Open a form', 'dialog'],
        ['Ask a question', 'alertdialog'],
      ] as const) {
        await page.getByRole('button', { name: opener }).click();
        await page.getByRole(role).waitFor();
        found[`the ${role} at ${String(size.width)} px`] = await axeFindings(page);
        await page.keyboard.press('Escape');
      }
      await page.getByRole('button', { name: 'Show toasts' }).click();
      await page.getByRole('button', { name: 'Close notification' }).first().waitFor();
      found[`the toasts at ${String(size.width)} px`] = await axeFindings(page);
      expect(await overflow(page)).toBe(0);
    }
  } finally {
    await development.close();
  }
  expect(Object.values(found)).toHaveLength(8);
  expect(Object.entries(found).filter(([, problems]) => problems.length > 0)).toEqual([]);
});

test('the catalogue is in no file that is published', async () => {
  const files = await readdir('dist/app', { recursive: true, withFileTypes: true });
  const texts = files.filter((file) => file.isFile() && /\.(js|css|html|map)$/.test(file.name));
  const holding = (words: string) =>
    Promise.all(
      texts.map(async ({ parentPath, name }) => {
        const text = await readFile(path.join(parentPath, name), 'utf8');
        return text.includes(words) ? [name] : [];
      }),
    ).then((names) => names.flat());
  expect(await holding('Nothing on this device is waiting.')).not.toEqual([]);
  expect(await holding(ONLY_IN_CATALOGUE)).toEqual([]);
});

test('axe would find a missing label', async () => {
  const page = await phone.another(PHONE);
  await page.setContent('<html lang="en"><title>A form</title><main><h1>A form</h1><input></main></html>');
  expect((await axeFindings(page)).join()).toContain('label (critical)');
});

test('axe would find a name that does not contain what is seen', async () => {
  const page = await phone.another(PHONE);
  await page.setContent(`<html lang="en"><title>A page</title>
    <main><h1>A page</h1><a href="/" aria-label="Notifications, 120 unread">99+ unread</a></main></html>`);
  expect((await axeFindings(page)).join()).toContain('label-content-name-mismatch (serious)');
});

test('axe would find text that is hard to read in dark mode only', async () => {
  const page = await phone.another(PHONE);
  await page.setContent(`<html lang="en"><title>A page</title>
    <style>@media (prefers-color-scheme: dark) { body { background: #222; color: #444 } }</style>
    <main><h1>A page</h1><p>Words</p></main></html>`);
  expect((await axeFindings(page)).join()).toContain('dark: color-contrast (serious)');
});

/** Without a hyphen or a slash where a line could break. */
const LINK = `example.com/${'alongaddresswithoutaspace'.repeat(7)}`;

test('a long link in a request or an announcement makes no page wider than a phone', async () => {
  // A new device, since the other screens leave things behind.
  const someone = async (who: Who) => {
    const person = personAs(who, { phone, product, size: PHONE });
    people.set(`${who} with links`, person);
    return person;
  };
  const offline = await someone('resident offline');
  // The manager's dashboard lists what is open longest.
  const [oldest] = (await product.requests())
    .filter(({ completed, last_name }) => !completed && last_name === 'Okafor')
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  await product.call('resident', 'PUT', `/maintenance/${oldest?.id}`, { information: `Oldest: ${LINK}` });
  await product.call('resident', 'POST', '/maintenance', { information: `Like this one: ${LINK}` });
  await product.call('resident', 'POST', '/announcements/submit', { announcement: `Mine: ${LINK}` });
  await product.call('manager', 'POST', '/announcements', {
    announcement: `Theirs: ${LINK}`,
    announcement_type: 'General',
  });
  await report(offline.page, offline.proxy.address, `Unsent: ${LINK}`);

  const tooWide: Record<string, number> = {};
  const look = async ({ page, proxy }: Person, path: string, shown: string[]) => {
    await page.goto(proxy.address + path);
    for (const words of shown) await page.getByText(`${words}: ${LINK}`).first().waitFor();
    tooWide[path] = await overflow(page);
    return page;
  };
  const resident = await someone('resident');
  await look(resident, '/dashboard/resident', ['Like this one', 'Theirs']);
  await look(resident, '/announcements', ['Mine', 'Theirs']);
  const page = await look(resident, '/maintenance', ['Like this one']);
  const card = page.getByRole('article').filter({ hasText: `Like this one: ${LINK}` });
  await card.getByRole('button', { name: 'View / Edit' }).press('Enter');
  await page.getByRole('dialog').waitFor();
  tooWide['the sheet of the request'] = await overflow(page);
  await look(offline, '/outbox', ['Unsent']);
  const manager = await someone('manager');
  await look(manager, '/admin/dashboard', ['Oldest']);
  await look(manager, '/admin/maintenance', ['Like this one']);
  await look(manager, '/admin/announcements', ['Mine', 'Theirs']);
  expect(Object.entries(tooWide).filter(([, pixels]) => pixels > 0)).toEqual([]);
});
