import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNewCommunity, zoneByDay } from '../support/browser/newCommunity.ts';
import { DESK, installed, PhoneBrowser } from '../support/browser/phone.ts';
import { watchNotifications } from '../support/browser/shownNotifications.ts';
import { PROPERTY, RENTER, spreadsheet } from '../support/browser/spreadsheet.ts';
import { headerOf, readableMail } from '../support/server/notifications/mailServer.ts';
import type { PushedBrowser } from '../support/server/notifications/pushService.ts';
import { communityDay } from '../support/days.ts';

const PROBLEM = 'The kitchen tap drips all night.';
const COMPLETED = 'Your maintenance request is completed';

let product: Awaited<ReturnType<typeof startNewCommunity>>;
let browser: PhoneBrowser;
let manager: Page;
let resident: Page;
let device: PushedBrowser;

beforeAll(async () => {
  product = await startNewCommunity();
  browser = await PhoneBrowser.create();
  await browser.open();
  manager = await browser.another(DESK);
  resident = await browser.another();
  device = await product.letSubscribe(resident.context());
});

afterAll(async () => {
  await browser.destroy();
  await product.close();
});

const mailsTo = (email: string) => product.mail.mails.filter(({ to }) => to.includes(email));

test('a stranger with a spreadsheet has a running community in an afternoon, and a resident is told', async () => {
  await setUp();
  await importSpreadsheet();
  await inviteEverybody();
  await acceptInvitation();
  await reportProblem();
  await completeRequest();
  await hearOfIt();
});

/** By the link that the server told in its log. */
async function setUp(): Promise<void> {
  await expect.poll(product.setupLink).toBeTruthy();
  await manager.goto(product.setupLink() ?? '');
  await manager.getByLabel('Community name').fill('Larch Yard Homes');
  await manager.getByLabel('Time zone').selectOption(zoneByDay());
  await manager.getByLabel('Property name').fill(PROPERTY);
  await manager.getByLabel('Address').fill('5 Larch Lane');
  await manager.getByLabel('First name').fill('Mara');
  await manager.getByLabel('Last name').fill('Okafor');
  await manager.getByLabel('Email').fill('mara@larch.example.com');
  await manager.getByLabel('Username').fill('mara');
  await manager.getByLabel('Password', { exact: true }).fill('a larch by the gate');
  await manager.getByRole('button', { name: 'Set Up Community' }).click();
  await manager.getByText('Your community is set up. Welcome!').first().waitFor();
  await manager.getByText('Larch Yard Homes').first().waitFor();
}

async function importSpreadsheet(): Promise<void> {
  await manager.getByRole('button', { name: 'More' }).click();
  await manager.getByRole('link', { name: 'Import', exact: true }).click();
  await manager.locator('input[type=file]').setInputFiles({
    name: 'larch yard.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: spreadsheet(communityDay()),
  });
  const counts = manager.locator('dl > div');
  await expect
    .poll(() => counts.allTextContents())
    .toEqual(['Units200', 'People200', 'Leases200', 'Opening balances41']);
  await manager.getByRole('button', { name: 'Import', exact: true }).click();
}

async function inviteEverybody(): Promise<void> {
  await manager.getByRole('link', { name: 'Invite People' }).click();
  await manager.getByRole('button', { name: 'Invite 200 People' }).click();
  await manager.getByText('200 invitations are ready. They are on the way by e-mail.').waitFor();
  await expect.poll(() => new Set(product.mail.mails.flatMap(({ to }) => to)).size).toBe(200);
}

async function acceptInvitation(): Promise<void> {
  const mails = mailsTo(RENTER.email);
  // What they owe is on the way in, and no news.
  expect(mails.map(({ source }) => headerOf(source, 'Subject'))).toEqual([
    'You are invited to Larch Yard Homes',
  ]);
  const [link = ''] = /http:\S+\/invitation#[\w.-]+/.exec(mails.map(readableMail).join()) ?? [];
  await resident.goto(link);
  await resident.getByRole('heading', { name: 'Welcome, Rosa' }).waitFor();
  await resident.getByLabel(/^Do you live in .*107/).selectOption('Yes, I live there');
  await resident.getByLabel('Password', { exact: true }).fill('the tap that drips');
  await resident.getByRole('button', { name: 'Accept Invitation' }).tap();
  await resident.getByText('$412.50').first().waitFor();
  await installed(resident);
}

/** And is asked, after this first thing that was sent, whether to be notified. */
async function reportProblem(): Promise<void> {
  await resident.getByRole('link', { name: 'Maintenance' }).first().tap();
  await resident.getByRole('button', { name: 'New Request' }).first().tap();
  await resident.getByLabel('Issue').fill(PROBLEM);
  await resident.getByRole('button', { name: 'Submit Request' }).tap();
  await resident.getByRole('button', { name: 'Turn on notifications' }).tap();
  await resident.getByText('Notifications are on.').waitFor();
}

async function completeRequest(): Promise<void> {
  await manager.getByRole('link', { name: 'Maintenance' }).first().click();
  const card = manager.getByRole('article').filter({ hasText: PROBLEM });
  await card.getByRole('button', { name: 'View / Edit' }).click();
  await manager.getByRole('button', { name: 'Mark Complete' }).click();
  await manager.getByRole('dialog').waitFor({ state: 'detached' });
}

/** By mail and by push. */
async function hearOfIt(): Promise<void> {
  const subjects = () => mailsTo(RENTER.email).map(({ source }) => headerOf(source, 'Subject'));
  await expect.poll(subjects).toContain(COMPLETED);
  const pushed = () => device.received.find(({ payload }) => payload.notification.title === COMPLETED);
  await expect.poll(pushed).toMatchObject({
    payload: { notification: { body: PROBLEM } },
    claims: { aud: 'https://push.example.com', sub: 'mailto:office@larch.example.com' },
  });
  expect(product.push.faults).toEqual([]);

  // What the stand-in decrypted is given to the service worker, as the browser's own push service does.
  const { payload } = pushed() ?? {};
  const shown = await watchNotifications(resident.context(), product.address);
  await browser.dispatchPush(product.address, payload ?? {}, resident.context());
  await expect.poll(shown).toMatchObject([{ title: COMPLETED, body: PROBLEM }]);

  await resident.goto(payload?.notification.navigate ?? '');
  const opened = resident.getByRole('dialog');
  await opened.getByText(PROBLEM).waitFor();
  await opened.getByText('Completed', { exact: true }).first().waitFor();
}
