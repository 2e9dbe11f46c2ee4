import type { Person, Who } from './people.ts';
import { installed } from './phone.ts';
import { photographs } from '../photographs.ts';

export interface Screen {
  name: string;
  who: Who;
  path: string;
  /** The text that is visible when the screen is complete. */
  shows: string;
  /** The action to take first, and the text that is visible then. */
  then?: (person: Person) => Promise<void>;
}

const LONG =
  'The dishwasher (the white one under the window) hums, stops, hums again and leaves water on the floor. ' +
  'I put towels down. It happens with every programme. Rindfleischetikettierungsüberwachungsaufgabengesetz. ' +
  'Please ring before you come, the dog is friendly but loud.';

/** Every screen, in each state that looks different. */
export const screens: Screen[] = [
  { name: 'landing', who: 'visitor', path: '/', shows: 'Register Now' },
  { name: 'about', who: 'visitor', path: '/about', shows: 'Our mission' },
  { name: 'phone menu', who: 'visitor', path: '/', shows: 'Register Now', then: openMenu },
  { name: 'login', who: 'visitor', path: '/login', shows: 'Keep me signed in' },
  { name: 'login, left blank', who: 'visitor', path: '/login', shows: 'Welcome Back', then: press('Login', 'required') },
  { name: 'login, refused', who: 'visitor', path: '/login', shows: 'Welcome Back', then: signInWrongly },
  { name: 'register', who: 'visitor', path: '/register', shows: 'Create Your Account' },
  { name: 'register, left blank', who: 'visitor', path: '/register', shows: 'Create Your Account', then: press('Create Account', 'required') },
  { name: 'no such page', who: 'visitor', path: '/no/such/page', shows: 'Page not found.' },
  { name: 'a bug', who: 'visitor', path: '/', shows: 'Register Now', then: breakApart },

  { name: 'dashboard', who: 'resident', path: '/dashboard/resident', shows: 'View All Requests' },
  { name: 'payments', who: 'resident', path: '/payments', shows: 'View full account ledger' },
  { name: 'autopay', who: 'resident', path: '/payments/autopay', shows: 'Agree and continue' },
  { name: 'autopay, left blank', who: 'resident', path: '/payments/autopay', shows: 'Agree and continue', then: press('Agree and continue', 'Please enter the most') },
  { name: 'ledger', who: 'resident', path: '/ledger', shows: 'Rent for' },
  { name: 'board', who: 'resident', path: '/announcements', shows: 'Posted by' },
  { name: 'suggestion', who: 'resident', path: '/announcements', shows: 'Posted by', then: press('Suggest a Post', 'Submit for Review') },
  { name: 'profile', who: 'resident', path: '/profile', shows: 'Edit Profile' },
  { name: 'profile, edited', who: 'resident', path: '/profile', shows: 'Edit Profile', then: press('Edit Profile', 'Username cannot be changed') },
  { name: 'contact', who: 'resident', path: '/contact', shows: 'Linden Terrace' },

  { name: 'maintenance', who: 'resident', path: '/maintenance', shows: 'View / Edit' },
  { name: 'maintenance, phone menu', who: 'resident', path: '/maintenance', shows: 'View / Edit', then: openMenu },
  { name: 'new request', who: 'resident', path: '/maintenance?new=1', shows: 'Submit Request' },
  { name: 'new request, left blank', who: 'resident', path: '/maintenance?new=1', shows: 'Submit Request', then: press('Submit Request', 'Please describe the issue.') },
  { name: 'new request, full', who: 'resident', path: '/maintenance?new=1', shows: 'Submit Request', then: fillNewRequest },
  { name: 'new request, kept', who: 'resident', path: '/maintenance?new=1', shows: 'We kept what you wrote.' },
  { name: 'request', who: 'resident', path: '/maintenance', shows: 'View / Edit', then: openFirst },
  { name: 'request, edited', who: 'resident', path: '/maintenance', shows: 'View / Edit', then: editFirst },
  { name: 'request, cancelled', who: 'resident', path: '/maintenance', shows: 'View / Edit', then: cancelFirst },
  { name: 'photo', who: 'resident', path: '/maintenance', shows: 'View / Edit', then: openPhoto },
  { name: 'outbox, empty', who: 'resident', path: '/outbox', shows: 'Everything is sent.' },
  { name: 'this device', who: 'resident', path: '/device', shows: 'Room on this device' },
  { name: 'this device, forgetting', who: 'resident', path: '/device', shows: 'Room on this device', then: press('Forget this device', 'You are logged out') },
  { name: 'a new version', who: 'resident', path: '/maintenance', shows: 'View / Edit', then: publish },
  { name: 'session ended', who: 'resident', path: '/maintenance', shows: 'View / Edit', then: endSession },

  { name: 'nothing reported', who: 'newcomer', path: '/maintenance', shows: 'No maintenance requests yet.' },
  { name: 'requests not to be had', who: 'newcomer', path: '/maintenance', shows: 'requests', then: refuseRequests },

  { name: 'maintenance offline', who: 'resident offline', path: '/maintenance', shows: 'Offline. As of' },
  { name: 'conflict', who: 'resident offline', path: '/maintenance', shows: 'Needs attention', then: openConflict },
  { name: 'request waiting', who: 'resident offline', path: '/maintenance', shows: 'Waiting to send', then: openFirst },
  { name: 'outbox', who: 'resident offline', path: '/outbox', shows: 'Look and decide' },
  { name: 'this device, offline', who: 'resident offline', path: '/device', shows: '2 changes wait' },
  { name: 'outbox, discarding', who: 'resident offline', path: '/outbox', shows: 'Look and decide', then: press('Discard', 'gone from this device') },
  { name: 'signing out', who: 'resident offline', path: '/outbox', shows: 'Look and decide', then: signOut },

  { name: 'management’s dashboard', who: 'manager', path: '/admin/dashboard', shows: 'View Ledger' },
  { name: 'manage maintenance', who: 'manager', path: '/admin/maintenance', shows: 'View / Edit' },
  { name: 'new request by management', who: 'manager', path: '/admin/maintenance?new=1', shows: 'Submit Request', then: press('Submit Request', 'Please describe the issue.') },
  { name: 'request to management', who: 'manager', path: '/admin/maintenance', shows: 'View / Edit', then: openFirst },
  { name: 'properties', who: 'manager', path: '/admin/propertyinfo', shows: 'Property ID', then: unfoldChanges },
  { name: 'property, left blank', who: 'manager', path: '/admin/addproperty', shows: 'Number of units', then: press('Add Property', 'Property name is required') },
  { name: 'property, edited', who: 'manager', path: '/admin/editproperty/1', shows: 'Save Changes' },
  { name: 'units', who: 'manager', path: '/admin/units', shows: 'Linden House' },
  { name: 'units, deleting one', who: 'manager', path: '/admin/units', shows: 'Linden House', then: press(/^Delete unit/, 'cannot be undone') },
  { name: 'unit, left blank', who: 'manager', path: '/admin/addunit', shows: 'Rent amount', then: press('Add Unit', 'Property ID is required') },
  { name: 'unit, edited', who: 'manager', path: '/admin/editunit/1', shows: 'Save Changes', then: unfoldChanges },
  { name: 'users', who: 'manager', path: '/admin/manage-users', shows: 'To be confirmed' },
  { name: 'user, left blank', who: 'manager', path: '/admin/manage-users?new=1', shows: 'Confirm password', then: createNobody },
  { name: 'user, edited', who: 'manager', path: '/admin/manage-users?edit=3', shows: 'Reset Password', then: unfoldChanges },
  { name: 'password, reset', who: 'manager', path: '/admin/manage-users?edit=4', shows: 'Reset Password', then: resetPassword },
  { name: 'claim, in two places', who: 'manager', path: '/admin/manage-users', shows: 'To be confirmed', then: press(/^Confirm the unit/, 'Where does') },
  { name: 'manage announcements', who: 'manager', path: '/admin/announcements', shows: 'Posted by' },
  { name: 'changes of announcements', who: 'manager', path: '/admin/announcements', shows: 'Posted by', then: unfoldChanges },
  { name: 'balances', who: 'manager', path: '/admin/payments', shows: 'Export CSV' },
  { name: 'charge, left blank', who: 'manager', path: '/admin/payments', shows: 'Add Charge', then: chargeNothing },
  { name: 'payment', who: 'manager', path: '/admin/payments', shows: 'Record Payment', then: press(/^Record Payment of/, 'Description (optional)') },
  { name: 'account ledger', who: 'manager', path: '/admin/ledger/3', shows: 'Rent for' },
  { name: 'entry, reversing', who: 'manager', path: '/admin/ledger/3', shows: 'Rent for', then: askToReverse },
  { name: 'meter readings', who: 'manager', path: '/admin/utilities', shows: 'Review & Post Bills' },
  { name: 'utility rates', who: 'manager', path: '/admin/settings', shows: 'Cancel' },
  { name: 'import, with errors', who: 'manager', path: '/admin/import', shows: 'Or begin with a template', then: goToImportError },
  { name: 'payment, unsent', who: 'manager', path: '/admin/payments', shows: 'Record Payment', then: recordOffline },
  { name: 'receipt, unsent', who: 'manager', path: '/admin/payments', shows: 'Waiting to send', then: openUnsentReceipt },
]; // prettier-ignore

function press(button: string | RegExp, shows: string) {
  return async ({ page }: Person) => {
    await page.getByRole('button', { name: button, exact: true }).first().click();
    await page.getByText(shows).first().waitFor();
  };
}

async function unfoldChanges({ page }: Person): Promise<void> {
  await page.getByText('Changes', { exact: true }).click();
  await page.getByText(/^No changes were recorded\.|created/).first().waitFor(); // prettier-ignore
}

async function chargeNothing(person: Person): Promise<void> {
  await press(/^Add Charge for/, 'Amount')(person);
  const modal = person.page.getByRole('dialog');
  await modal.getByRole('button', { name: 'Add Charge' }).click();
  await modal.getByText('Please enter a description.').waitFor();
}

async function goToImportError({ page }: Person): Promise<void> {
  const lines = Array.from(
    { length: 20 },
    (_, index) => `Jo Roe,${index === 15 ? LONG.slice(0, 60) : ''},1A`,
  );
  await page.getByLabel('Choose files').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Name,Email,Unit', ...lines].join('\n')),
  });
  await page.getByRole('link', { name: /line 17, column Email/ }).click();
}

/** What follows has no connection. */
async function recordOffline(person: Person): Promise<void> {
  await installed(person.page);
  person.proxy.mode = 'cut';
  await press(/^Record Payment of/, 'Description (optional)')(person);
  const modal = person.page.getByRole('dialog');
  await modal.getByLabel('Amount').fill('650');
  await modal.getByRole('button', { name: 'Record Payment' }).click();
  await modal.waitFor({ state: 'detached' });
  await person.page.getByText('Waiting to send', { exact: true }).waitFor();
}

async function openUnsentReceipt({ page }: Person): Promise<void> {
  await page.getByRole('link', { name: 'Show receipt' }).first().click();
  await page.getByText('Recorded on this device; not yet sent').waitFor();
}

async function createNobody({ page }: Person): Promise<void> {
  const modal = page.getByRole('dialog');
  await modal.getByRole('button', { name: 'Create User' }).click();
  await modal.getByText('Username is required').waitFor();
}

async function resetPassword(person: Person): Promise<void> {
  await press('Reset Password', 'Are you sure you want to reset the password')(person);
  const question = person.page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Reset Password' }).click();
  await person.page.getByText('It is shown only now').waitFor();
}

async function askToReverse(person: Person): Promise<void> {
  await person.page
    .getByRole('button', { name: /Rent for/ })
    .first()
    .click();
  await press('Reverse this entry', 'The tenant reads it in the ledger.')(person);
  await press('Reverse', 'Please say why this entry is reversed.')(person);
}

/** Only on a phone. */
async function openMenu({ page }: Person): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Open menu' });
  if (await toggle.isVisible()) await toggle.click();
}

async function signInWrongly({ page }: Person): Promise<void> {
  await page.getByLabel('Username').fill('resident');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Close notification' }).waitFor();
}

/** Breaks a script of the app, so that what it should bring is not there when it is drawn, which shows the error page. */
async function breakApart({ page, proxy }: Person): Promise<void> {
  const body = 'export {};';
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

async function fillNewRequest({ page }: Person): Promise<void> {
  await page.getByLabel('Issue').fill(LONG);
  const chooser = page.locator('input[type=file]').last();
  await chooser.setInputFiles([
    ...(await photographs(10)),
    { name: 'a holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo at all') },
  ]);
  await page.getByRole('img', { name: 'Photo 10 of 10' }).waitFor();
}

async function openFirst({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'View / Edit' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Request' }).waitFor();
}

async function editFirst(person: Person): Promise<void> {
  await openFirst(person);
  await person.page.getByRole('button', { name: 'Edit', exact: true }).click();
  await person.page.getByLabel('Issue').fill(LONG);
}

async function cancelFirst(person: Person): Promise<void> {
  await openFirst(person);
  await press('Delete Request', 'Are you sure you want to cancel this request?')(person);
}

async function openPhoto({ page }: Person): Promise<void> {
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

async function endSession({ page, proxy }: Person): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${proxy.address}/maintenance`);
  await page.getByText('Your session has ended.').waitFor();
}

async function refuseRequests({ page, proxy }: Person): Promise<void> {
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
        const clearing = opening.result.transaction('kept', 'readwrite');
        clearing.objectStore('kept').clear();
        clearing.oncomplete = resolve;
      };
    });
  });
  await page.reload();
  await page.getByText('Failed to fetch requests: The database is busy.').waitFor();
}

async function openConflict({ page }: Person): Promise<void> {
  const card = page.getByRole('article').filter({ hasText: 'Needs attention' });
  await card.getByRole('button', { name: 'View / Edit' }).click();
  await page.getByRole('button', { name: 'Keep theirs' }).waitFor();
}

async function signOut(person: Person): Promise<void> {
  await openMenu(person);
  await person.page.getByRole('button', { name: 'Logout' }).click();
  await person.page.getByRole('button', { name: 'Keep on this device' }).waitFor();
}
