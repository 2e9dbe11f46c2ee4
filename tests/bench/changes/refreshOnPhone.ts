// `npx tsx tests/bench/changes/refreshOnPhone.ts` after `npm run build`: what refreshing a long list costs a phone, and how long a
// manager's first sign-in takes on a slow network. The built product on a PostgreSQL server with 10,000 units.
import type { Page } from 'playwright';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import type { PhoneBrowser } from '../../support/browser/phone.ts';
import { startPostgres } from '../../support/server/databases/postgres.ts';
import { onNewPhone, say } from '../figure.ts';
import { fillPortfolio, settlePortfolio } from '../portfolio.ts';
import { startProduct } from '../servers.ts';
import { BarePage } from './barePage.ts';
import { traced } from './mainThread.ts';

/** How many times slower the phone's CPU is made. */
const SLOWER = 4;
/** Lighthouse's slow 4G: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 750_000 / 8,
};
/** In milliseconds: an answer is refreshed when a page is looked at again after this time. */
const FRESH = 5_500;
/** In milliseconds: enough for a refresh to end. */
const SETTLED = 2_500;
const ROUNDS = 5;

interface LongList {
  path: string;
  /** Shown by a row. */
  shows: string | RegExp;
  change: (database: Database) => Promise<unknown>;
}

const LISTS: LongList[] = [
  {
    path: '/admin/payments',
    shows: /^First\d+ Last\d+$/,
    change: ({ sql }) => sql`
      insert into transactions (user_id, unit_id, amount, type, description)
      values (5000, 5000, 12.5, 'Late Fee', 'Rent was late.')`,
  },
  {
    path: '/admin/units',
    shows: 'Court 1',
    change: ({ sql }) => sql`update units set notes = 'Changed ' || clock_timestamp() where id = 5000`,
  },
  {
    path: '/admin/manage-users',
    shows: /^First\d+ Last\d+$/,
    change: ({ sql }) =>
      sql`update users set email = 'r' || extract(epoch from clock_timestamp()) || '@example.com' where id = 5000`,
  },
];

function median(numbers: number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

async function refreshes(
  phone: PhoneBrowser,
  other: PhoneBrowser,
  address: string,
  database: Database,
): Promise<void> {
  const bare = await BarePage.open(await other.open(), address, SLOWER);
  const page = await phone.open();
  await page.addInitScript(COUNT_DRAWING);
  await signIn(page, address);
  for (const list of LISTS) {
    await page.goto(address + list.path);
    await page.getByText(list.shows).first().waitFor({ timeout: 120_000 });
    await page.waitForTimeout(FRESH);
    const devtools = await phone.context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    for (const [what, change] of [
      ['nothing new', undefined],
      ['one changed row', list.change],
    ] as const) {
      const rounds: { total: number; longest: number; times: number; least: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await page.waitForTimeout(FRESH);
        await change?.(database);
        const before = await page.evaluate(() => drawn.times);
        const tasks = await traced(devtools, () => lookAgain(page));
        const times = (await page.evaluate(() => drawn.times)) - before;
        rounds.push({ ...tasks, times, least: await bare.look(what, SETTLED) });
      }
      const quiet = await traced(devtools, () => page.waitForTimeout(SETTLED));
      const total = median(rounds.map((round) => round.total));
      const least = median(rounds.map((round) => round.least));
      say(
        `${list.path}, ${what}: ${total.toFixed(0)} ms of the main thread, ${least.toFixed(0)} ms of a bare page: ` +
          `${(total / least).toFixed(1)} times, ` +
          `the longest task ${median(rounds.map(({ longest }) => longest)).toFixed(0)} ms, ` +
          `drawn ${median(rounds.map(({ times }) => times))} times ` +
          `(${quiet.total.toFixed(0)} ms where nothing happens)`,
      );
    }
    await devtools.detach();
  }
}

/** How often React has drawn the page: it tells the hook that its developer tools would install. */
declare const drawn: { times: number };

/** Runs in the page, before React is loaded. As text, since tsx adds names to functions that a page does not know. */
const COUNT_DRAWING = `
  globalThis.drawn = { times: 0 };
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: () => void (drawn.times += 1),
  };
`;

/** The page is looked at again, and refreshes what it shows. */
async function lookAgain(page: Page): Promise<void> {
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/api/changes/rows',
  );
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await answered;
  await page.waitForTimeout(SETTLED);
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel('Username').fill('manager');
  await page.getByLabel(/^Password$/).fill('porchlight');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/dashboard/);
}

/** From the tap on Login, on a device that nothing is known of. */
async function firstSignIn(phone: PhoneBrowser, address: string): Promise<void> {
  const page = await phone.open();
  const devtools = await phone.context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await page.goto(`${address}/login`);
  await page.getByLabel('Username').fill('manager');
  await page.getByLabel(/^Password$/).fill('porchlight');
  await page.waitForTimeout(3000);
  const began = Date.now();
  await page.getByRole('button', { name: 'Login' }).click();
  const since = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  await page.getByText('Outstanding Balance').waitFor({ timeout: 120_000 });
  const first = since();
  await page.getByText(/^owed by/).waitFor({ timeout: 120_000 });
  const owed = since();
  await page.getByText(/of 10000 units/).waitFor({ timeout: 120_000 });
  say(
    `A manager's first sign-in on slow 4G: the dashboard after ${first}, what is owed after ${owed}, all figures after ${since()}`,
  );
}

const postgres = await startPostgres({ durable: true });
try {
  const database = await openDatabase({ url: postgres.url });
  say('Filling the database …');
  await fillPortfolio(database);
  await settlePortfolio(database);
  const product = await startProduct({ DATABASE_URL: postgres.url });
  try {
    await onNewPhone((phone) => firstSignIn(phone, product.address));
    await onNewPhone((phone) => onNewPhone((other) => refreshes(phone, other, product.address, database)));
  } finally {
    await product.stop();
    await database.close();
  }
} finally {
  await postgres.stop();
}
