// `npm run figures`: measures the built product in a real browser, prints what it found and writes docs/figures.md.
import { writeFile } from 'node:fs/promises';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import lighthouse from 'lighthouse';
import { format } from 'prettier';
import { installed, Phone, signIn } from '../support/phone.ts';
import { Product } from '../support/product.ts';

const PAGE = fileURLToPath(new URL('../../docs/figures.md', import.meta.url));
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** What is measured in time is measured so often, and the middle one counts. */
const ROUNDS = 5;

interface Figure {
  what: string;
  aim: string;
  found: string;
}

function middle(numbers: number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

/** In bytes: all script that the login screen loads on a first visit, each file compressed by gzip -9. */
async function scriptOfLogin(product: Product): Promise<number> {
  const phone = await Phone.create();
  try {
    await phone.open();
    // What the service worker fetches for later is not what the screen waits for.
    const page = await phone.another(undefined, { serviceWorkers: 'block' });
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
    });
    await page.goto(`${product.address}/login`, { waitUntil: 'load' });
    await page.getByRole('button', { name: 'Login' }).waitFor();
    if (sizes.length === 0) throw new Error('The login screen loaded no script at all.');
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } finally {
    await phone.destroy();
  }
}

/** The four scores of one address, in the order of CATEGORIES, with Lighthouse's own phone. */
async function scores(url: string, phone: Phone): Promise<number[]> {
  const rounds: number[][] = [];
  for (let round = 0; round < 3; round += 1) {
    const result = await lighthouse(url, {
      port: Number(await phone.debugPort()),
      onlyCategories: [...CATEGORIES],
      // Who is signed in stays signed in.
      disableStorageReset: true,
      logLevel: 'error',
    });
    const { lhr } = result ?? {};
    if (!lhr || lhr.runtimeError)
      throw new Error(lhr?.runtimeError?.message ?? `Lighthouse did not look at ${url}`);
    if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname) {
      throw new Error(`Lighthouse was led from ${url} to ${lhr.finalDisplayedUrl}`);
    }
    rounds.push(CATEGORIES.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)));
    const missed = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 0.9);
    for (const { id, displayValue = '' } of missed) say(`  ${id} ${displayValue}`);
  }
  return CATEGORIES.map((_, index) => middle(rounds.map((round) => round[index] ?? 0)));
}

/** In milliseconds: from the tap on the icon to the resident's own content, with no server and a browser just started. */
async function coldOfflineStarts(product: Product, phone: Phone): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await phone.open();
    const devtools = await phone.context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    // At the frame that shows this resident's newest request.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('main')?.textContent.includes('kitchen faucet')) return;
        observer.disconnect();
        requestAnimationFrame(() => performance.mark('content'));
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${product.address}/?source=home-screen`);
    const mark = await page.waitForFunction(() => performance.getEntriesByName('content')[0]?.startTime);
    found.push(Number(await mark.jsonValue()));
    await phone.close();
  }
  return found;
}

async function measure(): Promise<Figure[]> {
  const product = await Product.start();
  const phone = await Phone.create();
  try {
    await product.kill('SIGTERM');
    await product.resume();
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const memory = product.memory() / 1024 / 1024;
    say(`server at rest: ${memory.toFixed(0)} MB`);

    const script = (await scriptOfLogin(product)) / 1000;
    say(`script of the login screen: ${script.toFixed(1)} kB`);

    await phone.open();
    const login = await scores(`${product.address}/login`, phone);
    say(`Lighthouse, login: ${login.join(', ')}`);
    const page = phone.context.pages()[0] ?? (await phone.context.newPage());
    await signIn(page, product.address, 'resident');
    await page.getByRole('button', { name: 'View / Edit' }).first().waitFor();
    await installed(page);
    const requests = await scores(`${product.address}/maintenance`, phone);
    say(`Lighthouse, maintenance: ${requests.join(', ')}`);
    await phone.close();

    await product.kill();
    const starts = await coldOfflineStarts(product, phone);
    say(`cold offline starts: ${starts.map((start) => start.toFixed(0)).join(', ')} ms`);

    return [
      {
        what: 'Script that the login screen loads before it is usable, gzip -9',
        aim: 'at most 120 kB',
        found: `${script.toFixed(1)} kB`,
      },
      ...[
        { screen: 'the login screen', found: login },
        { screen: 'the resident’s maintenance screen, signed in', found: requests },
      ].map(({ screen, found }) => ({
        what: `Lighthouse on a phone, ${screen}: ${CATEGORIES.join(', ')}; the middle of 3`,
        aim: '95 or more each',
        found: found.join(', '),
      })),
      {
        what: `From navigation to the resident’s own content on screen: server killed, browser just started, CPU slowed 4 times; the middle of ${ROUNDS}`,
        aim: 'under 1.5 s',
        found: `${(middle(starts) / 1000).toFixed(2)} s (${starts.map((start) => (start / 1000).toFixed(2)).join(', ')})`,
      },
      {
        what: 'Memory of the server at rest, 10 s after its start: resident set, embedded database and demo data included',
        aim: '',
        found: `${memory.toFixed(0)} MB`,
      },
    ];
  } finally {
    await phone.destroy();
    await product.close();
  }
}

const load = loadavg()[0] ?? 0;
const figures = await measure();
const machine = `${String(cpus().length)} cores (${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${platform()} ${arch()}, Node ${process.versions.node}`;
const rows = figures.map(({ what, aim, found }) => `| ${what} | ${aim} | ${found} |`);
const text = `# Figures

Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run build && npm run figures\`, which measures the built product in a real Chromium, prints what it found and writes this page.
The machine: ${machine}, the server and the browser on it together, with a load of ${load.toFixed(1)} before it began.

| What | Aim | Found |
| --- | --- | --- |
${rows.join('\n')}

Lighthouse is version 12, with its own emulated phone, network and CPU. The slowed CPU of the cold start is that of the page; the service worker and the browser's own start are not slowed.
`;
await writeFile(PAGE, await format(text, { parser: 'markdown' }));
say(text);
process.exit(0);
