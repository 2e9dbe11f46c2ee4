import { expect } from 'vitest';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import type { Inspection } from '../../../contract/inspections/inspection.ts';
import { FIRST_TEMPLATE } from '../../../contract/inspections/template.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { Move } from '../../../contract/moves/move.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import type { Tab } from '../driver/tab.ts';
import { takeCash } from './takeCash.ts';
import { typeDay } from './typeDay.ts';
import { eventually, SAVED, type World } from './world.ts';

const MOVING = { first_name: 'Aisha', last_name: 'Mbeki-Thornton' };
const NAME = `${MOVING.first_name} ${MOVING.last_name}`;
const CASH = 37;
const CLEANING = 45;
const BACK = 25;
const CLEANED = 'The oven was cleaned';
const ADDRESS = '9 Quay Street, Port Alder';
const REMARK = 'Six anchor holes, not filled.';
/** After how many rooms the browser is killed for the first time. */
const ROOMS_BEFORE_KILL = 2;

/** A manager at the door of who moves out, without a connection, whose browser is killed twice. */
export async function movingDay(world: World): Promise<void> {
  const { product, proxy } = world;
  const read = async <T>(path: string) => (await product.call('manager', 'GET', path)) as T;
  const lease = (await read<Lease[]>('/leases')).find(({ tenants }) =>
    tenants.some(({ last_name }) => last_name === MOVING.last_name),
  )!;
  const lastDay = dayIn('America/New_York', new Date());
  const before = await entries(world, lease);
  const [home, page] = [`/admin/home/${lease.unit_id}`, `/admin/lease/${lease.id}`];
  await world.visit({
    '/admin/payments': NAME,
    [home]: 'Inspections',
    [page]: 'Notice with the last day',
  });
  await (await world.current(page)).see({ role: 'button', name: /^Return$/ });

  proxy.mode = 'cut';
  let tab = await world.open(home);
  await tab.click({ role: 'link', name: 'Move-out Inspection' });
  await tab.see({ role: 'heading', name: 'Move-out inspection' });
  const walk = await tab.evaluate(() => location.pathname + location.search);
  for (let room = 0; room < ROOMS_BEFORE_KILL; room += 1) await walkRoom(tab, room);
  // A second, since storing takes longer beside other browsers.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await world.kill();

  tab = await world.open(walk);
  await openRoom(tab, FIRST_TEMPLATE.rooms[0]!.name);
  await tab.until((remark) => document.querySelector('textarea')?.value === remark, REMARK);
  for (let room = ROOMS_BEFORE_KILL; room < FIRST_TEMPLATE.rooms.length; room += 1) await walkRoom(tab, room);
  await tab.click({ role: 'button', name: 'Sign and Finalize' });
  await tab.click({ label: 'Sign with the typed name', within: { role: 'group', name: 'Management' } });
  await tab.fill('Full name, Tenant', NAME);
  await tab.click({ label: 'Sign with the typed name', within: { role: 'group', name: 'Tenant' } });
  await tab.click({ role: 'button', name: /^Finalize$/ });
  await tab.click({ role: 'button', name: /^Finalize$/, within: { role: 'alertdialog' } });
  await tab.until(() => !location.pathname.endsWith('/walk'));
  await record(world, page, lastDay);
  await world.kill();

  tab = await world.open(page);
  await tab.see(ADDRESS);
  expect(await read<Inspection[]>(`/units/${lease.unit_id}/inspections`)).toEqual([]);
  await takeCash(await world.open('/admin/payments'), { name: NAME, dollars: CASH });
  await world.reconnect();
  await eventually(
    () => entries(world, lease),
    (now) => posted(now, CLEANING).length === 1 && posted(now, -CASH).length === 1,
  );
  tab = await world.open('/outbox');
  await tab.see('Everything is sent.');

  const [inspection, ...others] = await read<Inspection[]>(`/units/${lease.unit_id}/inspections`);
  expect(others).toEqual([]);
  expect(inspection).toMatchObject({
    kind: 'Move-out',
    lease_id: lease.id,
    signatures: [{}, { name: NAME }],
  });
  expect(inspection!.finalized_at).not.toBeNull();
  const items = inspection!.rooms.flatMap((room) => room.items);
  expect(items.map(({ condition }) => condition)).toEqual(
    items.map((_, at) => (at === 0 ? 'Damaged' : 'Good')),
  );
  expect(items[0]!.remark).toBe(REMARK);
  const move = await read<Move>(`/leases/${lease.id}/move`);
  expect(move).toMatchObject({ forwarding_address: ADDRESS, move_out_inspection: inspection!.id });
  expect(move.keys_returned_at).not.toBeNull();
  const deposit = await read<Deposit>(`/leases/${lease.id}/deposit`);
  expect(deposit.entries.filter(({ kind }) => kind === 'Returned')).toMatchObject([{ amount: -BACK }]);
  expect(move.ends).toBe(lastDay);
  const after = (await entries(world, lease)).filter(({ id }) => before.every((each) => each.id !== id));
  expect(posted(after, -CASH)).toHaveLength(1);
  expect(posted(after, CLEANING)).toMatchObject([{ description: CLEANED }]);
}

function posted(all: readonly Transaction[], dollars: number): Transaction[] {
  return all.filter(({ amount }) => amount === dollars);
}

/** Each item by one tap; the very first is damaged, with a remark. */
async function walkRoom(tab: Tab, at: number): Promise<void> {
  const { name, items } = FIRST_TEMPLATE.rooms[at]!;
  await openRoom(tab, name);
  for (const [nth, item] of items.entries()) {
    const first = at === 0 && nth === 0;
    await tab.click({ text: first ? /^Damaged$/ : /^Good$/, within: { role: 'group', name: item.name } });
    if (!first) continue;
    await tab.click({ role: 'button', name: `Add remark: ${item.name}` });
    await tab.fill(`Remark on ${item.name}`, REMARK);
  }
}

async function openRoom(tab: Tab, name: string): Promise<void> {
  await tab.click({
    role: 'button',
    name: new RegExp(`^${name}`),
    within: { role: 'navigation', name: 'Rooms' },
  });
  await tab.see({ role: 'heading', name });
}

/** Notice is given, what was cleaned is charged, the keys are back, the address is given, and a part of the deposit is returned by check. */
async function record(world: World, page: string, lastDay: string): Promise<void> {
  const tab = await world.open(page);
  await tab.click({ role: 'button', name: /^(End lease|Change last day)$/ });
  await tab.see({ label: 'Last day' });
  await typeDay(tab, lastDay);
  await tab.click({ role: 'button', name: 'Save', within: { role: 'dialog' } });
  await tab.see(SAVED);
  await tab.click({ role: 'button', name: /^Record: keys returned/ });
  await tab.see(SAVED);
  await tab.click({ role: 'button', name: 'Give Address' });
  await tab.fill('Address', ADDRESS, { role: 'dialog' });
  await tab.click({ role: 'button', name: 'Save Address' });
  await tab.see(ADDRESS);
  await tab.click({ role: 'button', name: /^Return$/ });
  await tab.fill('Amount', String(BACK), { role: 'dialog' });
  await tab.click({ role: 'button', name: /^Return/, within: { role: 'dialog' } });
  await tab.seeNo({ role: 'dialog' });
  await tab.click({ role: 'link', name: 'Add Charge' });
  await tab.fill('Amount', String(CLEANING), { role: 'dialog' });
  await tab.fill('Description', CLEANED, { role: 'dialog' });
  await tab.click({ role: 'button', name: 'Add Charge', within: { role: 'dialog' } });
  await tab.seeNo({ role: 'dialog' });
}

async function entries({ product }: World, { tenants: [billed] }: Lease): Promise<Transaction[]> {
  return (await product.call('manager', 'GET', `/transactions/user-history/${billed!.id}`)) as Transaction[];
}
