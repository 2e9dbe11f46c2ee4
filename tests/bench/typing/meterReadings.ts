import type { Page } from 'playwright';
import { DESK, PHONE, signIn } from '../../support/browser/phone.ts';
import { installMeters, occupy } from '../../support/browser/tenants.ts';
import { onNewPhone, say, type Figure, type Measure } from '../figure.ts';
import { readKeys, watchKeys } from './keys.ts';

const UNITS = 500;
/** Typed one after the other, each with Enter at its end, which goes on to the next meter. */
const READINGS = 40;
/** In milliseconds from key to key: a fast thumb. */
const PAUSE = 90;

/** How long a key on the readings screen takes to show, with many homes of three meters each and on a slow phone. */
export const measureTyping: Measure = async (product) => {
  await occupy(product, UNITS);
  await installMeters(product);
  return onNewPhone(async (phone) => {
    const page = await phone.open();
    await signIn(page, product.address, 'manager');
    const devtools = await phone.context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const figures: Figure[] = [];
    for (const [name, size] of [
      ['phone', PHONE],
      ['wide screen', DESK],
    ] as const) {
      await page.setViewportSize(size);
      await page.goto(`${product.address}/admin/utilities`);
      figures.push(await typing(page, name));
    }
    return figures;
  });
};

async function typing(page: Page, screen: string): Promise<Figure> {
  const rows = page.getByRole('group', { name: /^Unit / });
  await rows.first().waitFor();
  await page.getByText(`of ${String(UNITS)} units`).waitFor();
  await watchKeys(page);
  await rows
    .nth(UNITS / 2)
    .getByLabel(/^Water/)
    .focus();
  let keys = 0;
  for (let reading = 0; reading < READINGS; reading += 1) {
    const text = (1200 + reading * 37.37).toFixed(2);
    await page.keyboard.type(text, { delay: PAUSE });
    await page.keyboard.press('Enter', { delay: PAUSE });
    keys += text.length + 1;
  }
  await page.waitForTimeout(1000);
  const found = await readKeys(page, keys);
  say(`typing, ${screen}: ${found}`);
  return {
    what: `From a key to the frame that shows it, readings of the meters of ${UNITS} homes on a ${screen}, CPU slowed 4 times; in the browser's own steps of 8 ms`,
    aim: 'p95 under 50 ms',
    found,
  };
}
