import type { Page } from 'playwright';
import type { Person } from './people.ts';
import { installed } from './phone.ts';
import { photographs } from '../photographs.ts';

const LONG =
  'The dishwasher (the white one under the window) hums, stops, hums again and leaves water on the floor. ' +
  'I put towels down. It happens with every programme. Rindfleischetikettierungsüberwachungsaufgabengesetz. ' +
  'Please ring before you come, the dog is friendly but loud.';

/** What a row of a list has no room for on a phone is there once the row is selected. */
export async function selectFirst(page: Page, button: string | RegExp): Promise<void> {
  const wanted = page.getByRole('button', { name: button, exact: true }).first();
  const rows = page.getByRole('checkbox', { name: /^Select / });
  await wanted.or(rows.first()).first().waitFor();
  if ((await rows.count()) > 0 && !(await wanted.isVisible())) await rows.first().check();
}

export function press(button: string | RegExp, shows: string) {
  return async ({ page }: Person) => {
    await selectFirst(page, button);
    await page.getByRole('button', { name: button, exact: true }).first().click();
    await page.getByText(shows).first().waitFor();
  };
}

export async function unfoldChanges({ page }: Person): Promise<void> {
  await page.getByText('Changes', { exact: true }).click();
  await page.getByText(/^No changes were recorded\.|created/).first().waitFor(); // prettier-ignore
}

export async function chargeNothing(person: Person): Promise<void> {
  await press(/^Add Charge for/, 'Amount')(person);
  const modal = person.page.getByRole('dialog');
  await modal.getByRole('button', { name: 'Add Charge' }).click();
  await modal.getByText('Please enter a description.').waitFor();
}

export async function goToImportError({ page }: Person): Promise<void> {
  const lines = Array.from(
    { length: 20 },
    (_, index) => `Jo Roe,${index === 15 ? LONG.slice(0, 60) : ''},1A`,
  );
  await page.getByLabel('Choose files').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Name,Email,Unit', ...lines].join('\n')),
  });
  await page.getByRole('button', { name: 'Show line 17' }).click();
}

/** What follows has no connection. */
export async function recordOffline(person: Person): Promise<void> {
  await installed(person.page);
  person.proxy.mode = 'cut';
  await press(/^Record Payment of/, 'Description (optional)')(person);
  const modal = person.page.getByRole('dialog');
  await modal.getByLabel('Amount').fill('650');
  await modal.getByRole('button', { name: 'Record Payment' }).click();
  await modal.waitFor({ state: 'detached' });
  await person.page.getByRole('article').getByText('Unsent', { exact: true }).waitFor();
}

export async function openUnsentReceipt({ page }: Person): Promise<void> {
  await page.getByRole('link', { name: 'Show receipt' }).first().click();
  await page.getByText('Recorded on this device; unsent').waitFor();
}

export async function createNobody({ page }: Person): Promise<void> {
  const modal = page.getByRole('dialog');
  await modal.getByRole('button', { name: 'Create User' }).click();
  await modal.getByText('Username is required').waitFor();
}

export async function resetPassword(person: Person): Promise<void> {
  await press('Reset Password', 'Are you sure you want to reset the password')(person);
  const question = person.page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Reset Password' }).click();
  await person.page.getByText('It is shown only now').waitFor();
}

export async function askToReverse(person: Person): Promise<void> {
  await person.page
    .getByRole('button', { name: /Rent for/ })
    .first()
    .click();
  await press('Reverse this entry', 'The tenant reads it in the ledger.')(person);
  await press('Reverse', 'Please say why this entry is reversed.')(person);
}

/** Only on a phone. */
export async function openMenu({ page }: Person): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Open menu' });
  if (await toggle.isVisible()) await toggle.click();
}

export async function signInWrongly({ page }: Person): Promise<void> {
  await page.getByLabel('Username').fill('resident');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Close notification' }).waitFor();
}

/** Breaks a script of the app, so that what it should bring is not there when it is drawn, which shows the error page. */
export async function breakApart({ page, proxy }: Person): Promise<void> {
  const body = 'export {};';
  // A page of the app might register its service worker again.
  await page.goto(`${proxy.address}/favicon.svg`);
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
  });
  // By Playwright's routing, which also bypasses the browser's cache.
  await page.route(/assets\/Register-/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.goto(`${proxy.address}/register`);
  await page.getByText('Something went wrong').waitFor();
  await page.unroute(/assets\/Register-/);
}

export async function fillNewRequest({ page }: Person): Promise<void> {
  await page.getByLabel('Issue').fill(LONG);
  const chooser = page.locator('input[type=file]').last();
  await chooser.setInputFiles([
    ...(await photographs(10)),
    { name: 'a holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo at all') },
  ]);
  await page.getByRole('img', { name: 'Photo 10 of 10' }).waitFor();
}

export async function openFirst({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'View / Edit' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Request' }).waitFor();
}

export async function editFirst(person: Person): Promise<void> {
  await openFirst(person);
  await person.page.getByRole('button', { name: 'Edit', exact: true }).click();
  await person.page.getByLabel('Issue').fill(LONG);
}

export async function cancelFirst(person: Person): Promise<void> {
  await openFirst(person);
  await press('Delete Request', 'Are you sure you want to cancel this request?')(person);
}

export async function openPhoto({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: /^View Photo/ }).first().click(); // prettier-ignore
  await page.getByRole('dialog', { name: 'Photo' }).waitFor();
}

/** Makes the server answer another version of the service worker. */
export async function publish({ page, proxy }: Person): Promise<void> {
  proxy.respondWith(/^\/sw\.js$/, {
    type: 'text/javascript',
    body: (original) => `${original}\n// The next version.`,
  });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.getByText('A new version of Porchlight is ready.').waitFor();
}

export async function endSession({ page, proxy }: Person): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${proxy.address}/maintenance`);
  await page.getByText('Your session has ended.').waitFor();
}

export async function refuseRequests({ page, proxy }: Person): Promise<void> {
  const body = JSON.stringify({
    error: 'The database is busy.',
    message: 'The database is busy.',
    code: 'busy',
  });
  proxy.respondWith(/^\/api\/maintenance$/, { status: 503, body });
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      const opening = indexedDB.open('porchlight');
      opening.onsuccess = () => {
        const tables = ['reads', 'readParts'];
        const clearing = opening.result.transaction(tables, 'readwrite');
        for (const table of tables) clearing.objectStore(table).clear();
        clearing.oncomplete = resolve;
      };
    });
  });
  await page.reload();
  await page.getByText('Failed to fetch requests: The database is busy.').waitFor();
}

export async function openConflict({ page }: Person): Promise<void> {
  const card = page.getByRole('article').filter({ hasText: 'Needs attention' });
  await card.getByRole('button', { name: 'View / Edit' }).click();
  await page.getByRole('button', { name: 'Keep theirs' }).waitFor();
}

export async function signOut(person: Person): Promise<void> {
  await openMenu(person);
  await person.page.getByRole('button', { name: 'Logout' }).click();
  await person.page.getByRole('button', { name: 'Keep on this device' }).waitFor();
}
