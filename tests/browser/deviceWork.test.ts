import type { Page } from 'playwright';
import { expect } from 'vitest';
import { collide, report, type Person } from '../support/browser/people.ts';
import { installed, PHONE, signIn } from '../support/browser/phone.ts';
import { photographs } from '../support/photographs.ts';
import { publish } from '../support/browser/screens.ts';
import { phone, product, proxy, signedIn, signedInDevice, test } from '../support/browser/world.ts';

const SAVED = 'Saved on this device. It will be sent when you are back online.';

/** Opens maintenance on a device of theirs, which is `another` where the test ends its session. */
async function enter(
  who: 'resident' | 'manager',
  device: 'signed in' | 'another' = 'signed in',
): Promise<Person> {
  const page =
    device === 'another'
      ? await phone.another(PHONE)
      : await signedIn(who, who === 'manager' ? '/admin/maintenance' : '/maintenance');
  if (device === 'another') await signIn(page, proxy.address, who);
  await page.getByRole('button', { name: 'View / Edit' }).first().waitFor();
  await installed(page);
  return { page, proxy };
}

/** The server's requests with this text. */
async function arrived(words: string) {
  return (await product.requests()).filter(({ information }) => information === words);
}

async function arrivesOnce(words: string): Promise<void> {
  await expect.poll(async () => (await arrived(words)).length).toBe(1);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
}

/** How many rows a table of the device has. */
async function rowsStored(page: Page, table: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('porchlight');
        opening.onerror = () => reject(new Error(String(opening.error)));
        opening.onsuccess = () => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.onsuccess = () => resolve(counting.result);
          opening.result.close();
        };
      }),
    table,
  );
}

/** Resolves to the time, in milliseconds, from the next click to when the page shows these words. */
async function timeFromClick(page: Page, words: string): Promise<number> {
  return page.evaluate(
    (shown) =>
      new Promise<number>((resolve) => {
        const measure = () => {
          const clicked = performance.now();
          new MutationObserver((_, observer) => {
            if (!document.body.innerText.includes(shown)) return;
            observer.disconnect();
            resolve(performance.now() - clicked);
          }).observe(document.body, { subtree: true, childList: true, characterData: true });
        };
        document.addEventListener('click', measure, { capture: true, once: true });
      }),
    words,
  );
}

test('a new version is offered and never forced, and an open form keeps its text through the update', async () => {
  const person = await enter('resident');
  const { page } = person;
  await page.getByRole('button', { name: 'New Request' }).click();
  await page.getByLabel('Issue').fill('The intercom is silent.');
  await page.evaluate(() => (document.title = 'not loaded anew'));
  await publish(person);
  await page.waitForTimeout(1000);
  expect(await page.getByLabel('Issue').inputValue()).toBe('The intercom is silent.');
  expect(await page.title()).toBe('not loaded anew');

  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Update now' }).click();
  await page.waitForFunction(() => document.title.startsWith('Maintenance'));
  await page.getByRole('button', { name: 'New Request' }).click();
  await page.getByText('We kept what you wrote.').waitFor();
  expect(await page.getByLabel('Issue').inputValue()).toBe('The intercom is silent.');
  expect(await page.getByText('A new version of Porchlight').count()).toBe(0);
});

test('text and photos are there again after the phone killed the app', async () => {
  const own = await signedInDevice('resident');
  let page = await own.open();
  await page.goto(`${proxy.address}/maintenance?new=1`);
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles(await photographs(2));
  // Those of the dialog: the list behind it shows photos too.
  await page.getByRole('dialog').getByRole('img', { name: 'Photo 2 of 2' }).waitFor();
  await expect.poll(() => rowsStored(page, 'draftPhotos')).toBe(2);
  await page.getByLabel('Issue').fill('The stairwell smells of gas.');
  // A second, since storing takes longer beside other browsers; tests/browser/readings.test.ts kills at the last key.
  await page.waitForTimeout(1000);
  await own.kill();

  page = await own.open();
  await page.goto(`${proxy.address}/maintenance?new=1`);
  await page.getByText('We kept what you wrote.').waitFor();
  expect(await page.getByLabel('Issue').inputValue()).toBe('The stairwell smells of gas.');
  await page.getByRole('dialog').getByRole('img', { name: 'Photo 2 of 2' }).waitFor();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText('Maintenance request submitted successfully.').waitFor();
  expect((await arrived('The stairwell smells of gas.'))[0]?.photos).toHaveLength(2);
});

test('signing out asks about unsent items, which are kept for the same person and shown to no other', async () => {
  const words = 'The laundry room door does not lock.';
  const { page } = await enter('resident', 'another');
  proxy.mode = 'cut';
  await report(page, proxy.address, words);
  await signOut(page);
  await page.getByText('1 change was not sent yet').waitFor();
  await page.getByRole('button', { name: 'Keep on this device' }).click();
  await page.getByRole('link', { name: 'Register Now' }).waitFor();

  proxy.mode = 'open';
  await signIn(page, proxy.address, 'manager');
  await page.getByRole('button', { name: 'View / Edit' }).first().waitFor();
  expect(await page.getByText(words).count()).toBe(0);
  await page.goto(`${proxy.address}/outbox`);
  await page.getByText('Everything is sent.').waitFor();
  expect(await arrived(words)).toHaveLength(0);
  await signOut(page);
  await page.getByRole('link', { name: 'Register Now' }).waitFor();

  await signIn(page, proxy.address, 'resident');
  await arrivesOnce(words);
});

test('unsent items can be discarded when signing out, and are gone then', async () => {
  const words = 'Never mind this one.';
  const { page } = await enter('resident', 'another');
  proxy.mode = 'cut';
  await report(page, proxy.address, words);
  await signOut(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('link', { name: 'Register Now' }).waitFor();
  proxy.mode = 'open';
  await signIn(page, proxy.address, 'resident');
  await page.getByRole('button', { name: 'View / Edit' }).first().waitFor();
  await page.goto(`${proxy.address}/outbox`);
  await page.getByText('Everything is sent.').waitFor();
  expect(await arrived(words)).toHaveLength(0);
});

test('the offline bar appears when the server is gone and disappears when it is back', async () => {
  const { page } = await enter('resident');
  await product.kill();
  await page.goto(`${proxy.address}/maintenance`);
  await page.getByText(/^Offline\. As of \d{1,2}:\d{2}/).waitFor();
  await product.resume();
  await page.getByText(/^Offline/).waitFor({ state: 'detached', timeout: 30_000 });
});

test('with the app open in two tabs a waiting request is sent once', async () => {
  const words = 'The bike rack came off the wall.';
  const { page } = await enter('resident');
  proxy.mode = 'cut';
  await report(page, proxy.address, words);
  const second = await page.context().newPage();
  await second.goto(`${proxy.address}/maintenance`);
  await second.getByText('Waiting to send').first().waitFor();
  proxy.mode = 'open';
  await Promise.all(
    [page, second].map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))),
  );
  await arrivesOnce(words);
  for (const tab of [page, second]) {
    await tab.getByRole('article').getByText('Waiting to send').waitFor({ state: 'detached' });
  }
  expect(proxy.count('POST /api/maintenance')).toBe(1);
});

test('a report that was open in two tabs is submitted twice by choice alone, and what the second tab began next stays', async () => {
  const [drips, sticks] = ['The kitchen tap drips.', 'The balcony door sticks.'];
  const { page } = await enter('resident');
  await page.goto(`${proxy.address}/maintenance?new=1`);
  await page.getByLabel('Issue').fill(drips);
  const second = await page.context().newPage();
  await second.goto(`${proxy.address}/maintenance?new=1`);
  await expect.poll(() => second.getByLabel('Issue').inputValue()).toBe(drips);
  await second.getByRole('button', { name: 'Submit Request' }).click();
  await second.getByText('Maintenance request submitted successfully.').waitFor();
  await second.goto(`${proxy.address}/maintenance?new=1`);
  await second.getByLabel('Issue').fill(sticks);

  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText('This was already submitted in another tab.').waitFor();
  expect(await arrived(drips)).toHaveLength(1);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText('Maintenance request submitted successfully.').waitFor();
  expect(await arrived(drips)).toHaveLength(2);

  await second.reload();
  await expect.poll(() => second.getByLabel('Issue').inputValue()).toBe(sticks);
  await second.getByRole('button', { name: 'Submit Request' }).click();
  await arrivesOnce(sticks);
});

test('a request whose answer was lost is sent again and made once', async () => {
  const words = 'The elevator stops between floors.';
  const { page } = await enter('resident');
  proxy.mode = 'answers lost';
  await report(page, proxy.address, words);
  await arrivesOnce(words);
  proxy.mode = 'open';
  await page.goto(`${proxy.address}/outbox`);
  await page.getByText('Everything is sent.').waitFor();
  expect(proxy.count('POST /api/maintenance')).toBeGreaterThan(1);
  expect(await arrived(words)).toHaveLength(1);
});

test('a request that a manager marks complete without a signal is completed once there is one', async () => {
  const words = 'The boiler rattles.';
  await product.call('resident', 'POST', '/maintenance', { information: words });
  const { page } = await enter('manager');
  const card = page.getByRole('article').filter({ hasText: words });
  await card.waitFor();
  proxy.mode = 'cut';
  await card.getByRole('button', { name: 'View / Edit' }).click();
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await page.getByText(SAVED).waitFor();
  await card.getByText('Completed', { exact: true }).waitFor();
  await card.getByText('Waiting to send').waitFor();
  expect((await arrived(words))[0]?.completed).toBe(false);
  proxy.mode = 'open';
  await card.getByText('Waiting to send').waitFor({ state: 'detached' });
  expect((await arrived(words))[0]?.completed).toBe(true);
});

test.each([
  { choice: 'Keep mine', ends: 'mine', fresh: 0 },
  { choice: 'Keep theirs', ends: 'theirs', fresh: 0 },
  { choice: 'Make it a new request', ends: 'theirs', fresh: 1 },
])('an edit of a request that was changed meanwhile: "$choice"', async ({ choice, ends, fresh }) => {
  const person = await enter('resident');
  const { page } = person;
  const mine = `The hallway light is out altogether. ${choice}, I say.`;
  const theirs = `The hallway light flickers. Electrician called, before "${choice}".`;
  const { request, card } = await collide(person, product, mine, theirs);
  await card.getByRole('button', { name: 'View / Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(theirs).waitFor();
  await dialog.getByRole('button', { name: choice }).click();
  await dialog.getByRole('heading', { name: 'Needs attention' }).waitFor({ state: 'detached' });
  // The bar lists all unsent items.
  await page.getByRole('link', { name: /waiting to send|needs attention/ }).waitFor({ state: 'detached' });

  const now = await product.requests();
  expect(now.find(({ id }) => id === request.id)?.information).toBe(ends === 'mine' ? mine : theirs);
  const others = now.filter(({ id, information }) => information === mine && id !== request.id);
  expect(others).toHaveLength(fresh);
});

test('nothing is lost behind a captive portal that answers everything with its own page', async () => {
  const words = 'The lobby heater blows cold.';
  const { page } = await enter('resident');
  proxy.mode = 'portal';
  await report(page, proxy.address, words, 1);
  await page.getByText(SAVED).waitFor();
  await page.reload();
  await page.getByRole('article').filter({ hasText: words }).getByText('Waiting to send').waitFor();
  await page.getByText(/^Offline/).waitFor();
  expect(await arrived(words)).toHaveLength(0);
  proxy.mode = 'open';
  await arrivesOnce(words);
  expect((await arrived(words))[0]?.photos).toHaveLength(1);
});

test('if the server does not answer, the app says within ten seconds that the request is saved', async () => {
  const words = 'The gate code does nothing.';
  const { page } = await enter('resident');
  await page.getByRole('button', { name: 'New Request' }).click();
  await page.getByLabel('Issue').fill(words);
  proxy.mode = 'silent';
  const told = timeFromClick(page, SAVED);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  expect(await told).toBeLessThan(10_500);
  proxy.mode = 'cut';
  proxy.mode = 'open';
  await arrivesOnce(words);
});
