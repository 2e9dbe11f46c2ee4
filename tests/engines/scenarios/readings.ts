import { expect } from 'vitest';
import type { LastReading } from '../../../contract/utilities/utilityBills.ts';
import type { Tab } from '../driver/tab.ts';
import { eventually, SAVED, type World } from './world.ts';

const UNITS = 3;
/** Gallons, kWh and therms; at the demo's rates $12.00, $14.50 and $5.45 a unit. */
const USED = { Water: '1000', Electric: '100', Gas: '5' };
const TOTAL = '$95.85';

export async function readings(world: World): Promise<void> {
  const { proxy } = world;
  let tab = await world.open('/admin/utilities');
  await tab.see({ role: 'heading', name: 'Ready for offline' });
  await tab.see(/^0 of \d+ units/);
  const before = await billed(world);

  proxy.mode = 'cut';
  tab = await world.open('/admin/utilities');
  await read(tab, 0);
  // A second, since storing takes longer beside other browsers; tests/browser/readings.test.ts kills at the last key.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await world.kill();

  tab = await world.open('/admin/utilities');
  await tab.see(/^1 of \d+ units/);
  for (let unit = 1; unit < UNITS; unit += 1) await read(tab, unit);
  await tab.see(/^3 of \d+ units/);
  await tab.click({ role: 'button', name: 'Review & Post Bills' });
  await tab.see({ text: TOTAL, within: { role: 'dialog' } });
  await tab.click({ role: 'button', name: `Post ${UNITS} Bills` });
  await tab.see(SAVED);
  await world.kill();

  tab = await world.open('/admin/utilities');
  await tab.see({ text: `${UNITS} bills, ${TOTAL}`, within: { role: 'article' } });
  expect(await billed(world)).toBe(before);
  await world.reconnect();
  await eventually(
    () => billed(world),
    (count) => count === before + UNITS,
  );
  // A page that is left before it has the answer leaves them to the next one, which sends them again with the same key.
  await tab.seeNo({ text: `${UNITS} bills, ${TOTAL}`, within: { role: 'article' } });
  tab = await world.open('/outbox');
  await tab.see('Everything is sent.');
  expect(proxy.count('POST /api/utilities')).toBe(1);
}

async function read(tab: Tab, unit: number): Promise<void> {
  for (const [meter, used] of Object.entries(USED)) {
    await tab.fill(new RegExp(`^${meter}`), used, { role: 'group', name: /^Unit /, nth: unit });
  }
}

/** How many units have a bill of this month at the server. */
async function billed({ product }: World): Promise<number> {
  const last = (await product.call('manager', 'GET', '/utilities/last-readings')) as LastReading[];
  const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' })
    .format(new Date())
    .slice(0, 7);
  return last.filter((reading) => reading.month.startsWith(month)).length;
}
