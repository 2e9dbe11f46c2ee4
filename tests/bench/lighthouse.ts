import lighthouse from 'lighthouse';
import { installed, signIn, type PhoneBrowser } from '../support/browser/phone.ts';
import { middle, onNewPhone, say, type Figure, type Measure } from './figure.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const ROUNDS = 3;
/** How often one round may begin again, since Chromium recorded nothing of its beginning. */
const RECORDINGS = 3;

const forVisitors = [
  { screen: 'the landing page', path: '/' },
  { screen: 'the login screen', path: '/login' },
];
const forResidents = [
  { screen: 'the resident’s dashboard, signed in', path: '/dashboard/resident' },
  { screen: 'the resident’s maintenance screen, signed in', path: '/maintenance' },
  { screen: 'the resident’s payments, signed in', path: '/payments' },
];

/** What Lighthouse says of the screens that most people see first. */
export const measureLighthouse: Measure = (product) =>
  onNewPhone(async (phone) => {
    await phone.open();
    const figures: Figure[] = [];
    for (const { screen, path } of forVisitors) {
      figures.push(await figure(screen, product.address + path, phone));
    }
    const page = phone.context.pages()[0] ?? (await phone.context.newPage());
    await signIn(page, product.address, 'resident');
    await page.getByRole('button', { name: 'View / Edit' }).first().waitFor();
    await installed(page);
    // Else this page's connection and its renderer are part of what is measured.
    await page.goto('about:blank');
    for (const { screen, path } of forResidents) {
      figures.push(await figure(screen, product.address + path, phone));
    }
    return figures;
  });

async function figure(screen: string, url: string, phone: PhoneBrowser): Promise<Figure> {
  const { rounded, blocked, moved } = await scores(url, phone);
  const found = `${rounded.join(', ')}; ${blocked.toFixed(0)} ms, ${moved.toFixed(3)}`;
  say(`Lighthouse, ${screen}: ${found}`);
  return {
    what: `Lighthouse on a phone, ${screen}: ${CATEGORIES.join(', ')}; total blocking time, layout shift; the middle of ${String(ROUNDS)}`,
    aim: '95 or more each; at most 200 ms, 0.02',
    found,
  };
}

/** The four scores of one address in the order of CATEGORIES, the milliseconds and what moved, with Lighthouse's own phone. */
async function scores(url: string, phone: PhoneBrowser) {
  const [rounds, blocked, moved]: [number[][], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const lhr = await look(url, phone);
    if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname) {
      throw new Error(`Lighthouse was led from ${url} to ${lhr.finalDisplayedUrl}`);
    }
    rounds.push(CATEGORIES.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)));
    blocked.push(lhr.audits['total-blocking-time']?.numericValue ?? NaN);
    moved.push(lhr.audits['cumulative-layout-shift']?.numericValue ?? NaN);
    const missed = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 0.9);
    for (const { id, displayValue = '' } of missed) say(`  ${id} ${displayValue}`);
  }
  const rounded = CATEGORIES.map((_, index) => middle(rounds.map((round) => round[index] ?? 0)));
  return { rounded, blocked: middle(blocked), moved: middle(moved) };
}

/**
 * What Lighthouse says of an address. A trace without the start of the navigation, perhaps of a renderer that began to load before it was
 * told to record, is recorded again, and said, since nothing can be computed from it. Throws whatever else went wrong.
 */
async function look(url: string, phone: PhoneBrowser) {
  for (let recording = 1; ; recording += 1) {
    const result = await lighthouse(url, {
      port: Number(await phone.debugPort()),
      onlyCategories: [...CATEGORIES],
      // Who is signed in stays signed in.
      disableStorageReset: true,
      logLevel: 'error',
    });
    const { lhr } = result ?? {};
    if (lhr && !lhr.runtimeError) return lhr;
    if (lhr?.runtimeError?.code !== 'NO_NAVSTART' || recording === RECORDINGS)
      throw new Error(lhr?.runtimeError?.message ?? `Lighthouse did not look at ${url}`);
    say(`  Chromium recorded no start of ${url}: once more`);
  }
}
