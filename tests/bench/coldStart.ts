import { installed, PHONE, signIn, type PhoneBrowser } from '../support/browser/phone.ts';
import { DevtoolsPipe } from './bareApp/devtoolsPipe.ts';
import { traceScript } from './bareApp/traceScript.ts';
import { BareApp } from './bareApp/bareApp.ts';
import { middle, onNewPhone, say, type Measure } from './figure.ts';

const ROUNDS = 9;

/** What one start costs, in milliseconds. */
interface Start {
  /** From the tap on the icon to the content on screen. */
  content: number;
  /** The page's script until then, in CPU time, which other programs of a busy machine take nothing of. */
  script: number;
  /** From the start of the service worker to its answer with the page. */
  worker: number;
}

/** How long the app takes to open where there is no server, by turns with a bare app of the same libraries. */
export const measureColdStart: Measure = (product) =>
  onNewPhone((own) =>
    onNewPhone(async (other) => {
      const bare = await BareApp.start();
      const page = await own.open();
      await signIn(page, product.address, 'resident');
      await page.goto(`${product.address}/dashboard/resident`);
      await page.getByText('kitchen faucet').waitFor();
      while ((await page.getByText('Loading').count()) > 0) await page.waitForTimeout(100);
      await installed(page);
      await own.close();
      const barePage = await other.open();
      await barePage.goto(bare.address);
      await barePage.getByText('kitchen faucet').waitFor();
      await installed(barePage);
      await other.close();
      await Promise.all([product.kill(), bare.stop()]);
      const starts: Record<'ours' | 'bare', Start[]> = { ours: [], bare: [] };
      try {
        for (let round = 0; round < ROUNDS; round += 1) {
          starts.ours.push(await coldOfflineStart(`${product.address}/?source=home-screen`, own));
          starts.bare.push(await coldOfflineStart(bare.address, other));
        }
      } finally {
        await Promise.all([product.resume(), bare.close()]);
      }
      return [
        figure(starts, 'content', {
          what: 'From navigation to the resident’s own content on screen',
          aim: 'at most 1.35 times as long',
        }),
        figure(starts, 'script', {
          what: 'Of that, the page’s script, in CPU time',
          aim: 'at most 1.4 times as long',
        }),
        figure(starts, 'worker', {
          what: 'Of that, from the start of the service worker to its answer, at the browser’s full speed',
          aim: 'at most 1.2 times as long',
        }),
      ];
    }),
  );

function figure(
  { ours, bare }: Record<'ours' | 'bare', Start[]>,
  of: keyof Start,
  { what, aim }: { what: string; aim: string },
) {
  const times = (starts: Start[]) => starts.map((start) => start[of]);
  const [own, least] = [middle(times(ours)), middle(times(bare))];
  const found = `${own.toFixed(0)} ms, ${least.toFixed(0)} ms of the bare app: ${(own / least).toFixed(2)} times`;
  say(
    `${of}: ${found} (${times(ours).map(Math.round).join(', ')}; ${times(bare).map(Math.round).join(', ')})`,
  );
  return {
    what: `${what}: server killed, browser just started, CPU slowed 4 times; by turns with a bare app of React, the router, Dexie, a service worker and one row; the middle of ${String(ROUNDS)}`,
    aim,
    found,
  };
}

/** Marks the frame that shows this resident's newest request. */
const MARK_CONTENT = `new MutationObserver((_, observer) => {
  if (!document.querySelector('main')?.textContent.includes('kitchen faucet')) return;
  observer.disconnect();
  requestAnimationFrame(() => performance.mark('content'));
}).observe(document, { childList: true, subtree: true });`;

/** How often the page is asked whether its content is there, and how long, in milliseconds. */
const [LOOK_EVERY, PATIENCE] = [100, 60_000];

/** How long the service worker took to answer with the page, in milliseconds. */
const WORKER = `(([{ responseStart, workerStart }]) => responseStart - workerStart)(
  performance.getEntriesByType('navigation'))`;

/** With no server and a browser just started. */
async function coldOfflineStart(address: string, { profile }: PhoneBrowser): Promise<Start> {
  const page = await DevtoolsPipe.start(profile);
  try {
    await page.send('Emulation.setDeviceMetricsOverride', { ...PHONE, deviceScaleFactor: 1, mobile: false });
    await page.send('Page.enable');
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: MARK_CONTENT });
    const scriptUntilContent = await traceScript(page);
    await page.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.send('Page.navigate', { url: address });
    let content: number | undefined;
    for (let waited = 0; content === undefined; waited += LOOK_EVERY) {
      if (waited > PATIENCE) throw new Error(`${address} has not shown its content.`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      content = await page.evaluate(`performance.getEntriesByName('content')[0]?.startTime`);
    }
    const worker = (await page.evaluate(WORKER)) ?? NaN;
    return { content, script: await scriptUntilContent(), worker };
  } finally {
    await page.close();
  }
}
