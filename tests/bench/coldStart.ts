import { installed, signIn, type PhoneBrowser } from '../support/browser/phone.ts';
import { middle, onNewPhone, say, type Measure } from './figure.ts';

const ROUNDS = 5;

/** How long the app takes to open where there is no server. */
export const measureColdStart: Measure = (product) =>
  onNewPhone(async (phone) => {
    const page = await phone.open();
    await signIn(page, product.address, 'resident');
    await page.getByRole('button', { name: 'View / Edit' }).first().waitFor();
    await installed(page);
    await phone.close();
    await product.kill();
    try {
      const starts = await coldOfflineStarts(product.address, phone);
      say(`cold offline starts: ${starts.map((start) => start.toFixed(0)).join(', ')} ms`);
      const seconds = starts.map((start) => (start / 1000).toFixed(2)).join(', ');
      return [
        {
          what: `From navigation to the resident’s own content on screen: server killed, browser just started, CPU slowed 4 times; the middle of ${String(ROUNDS)}`,
          aim: 'under 1.5 s',
          found: `${(middle(starts) / 1000).toFixed(2)} s (${seconds})`,
        },
      ];
    } finally {
      await product.resume();
    }
  });

/** In milliseconds: from the tap on the icon to the resident's own content, with no server and a browser just started. */
async function coldOfflineStarts(address: string, phone: PhoneBrowser): Promise<number[]> {
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
    await page.goto(`${address}/?source=home-screen`);
    const mark = await page.waitForFunction(() => performance.getEntriesByName('content')[0]?.startTime);
    found.push(Number(await mark.jsonValue()));
    await phone.close();
  }
  return found;
}
