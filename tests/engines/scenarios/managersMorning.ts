import { expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import type { RequestEvent } from '../../../contract/maintenance/requestEvents.ts';
import type { InstalledMeter, MeterReading } from '../../../contract/utilities/installedMeter.ts';
import { METER_LABELS } from '../../../contract/utilities/meters.ts';
import type { ListedUser } from '../../../contract/users/user.ts';
import type { Tab } from '../driver/tab.ts';
import { withPhotoFiles } from './photoFiles.ts';
import { takeCash } from './takeCash.ts';
import { typeDay } from './typeDay.ts';
import { eventually, SAVED, type World } from './world.ts';

const METERS = 12;
/** Of these so many are photographed as they are read. */
const PHOTOGRAPHED = 3;
const VISIT = '2050-05-01';
const TEXTS = ['The gate does not close.', 'The lamp of the stairs is out.', 'The sink drips.'];
const REPLY = 'The part is ordered, as the photos show.';
const DONE = 'The seal is new.';
const CASH = 41;

/** A manager reads meters, plans visits, completes a request and takes cash without a connection, and their browser is killed. */
export async function managersMorning(world: World): Promise<void> {
  const { product, proxy } = world;
  const read = async <T>(path: string) => (await product.call('manager', 'GET', path)) as T;
  const walk = await metersOfMorning(world);
  const requests: MaintenanceRequest[] = [];
  for (const information of TEXTS)
    requests.push(
      (await product.call('resident', 'POST', '/maintenance', { information })) as MaintenanceRequest,
    );
  const [first, second, third] = requests.map(({ id }) => `/admin/maintenance?request=maintenance:${id}`);
  const tenant = (await read<ListedUser[]>('/users')).find(({ username }) => username === 'resident')!;
  const name = `${tenant.first_name} ${tenant.last_name}`;
  const cashOf = async () =>
    (await read<Transaction[]>(`/transactions/user-history/${tenant.id}`)).filter(
      ({ amount }) => amount === -CASH,
    ).length;
  await world.visit({
    '/admin/payments': name,
    '/admin/maintenance': TEXTS[2]!,
    [first!]: TEXTS[0]!,
    [second!]: TEXTS[1]!,
    [third!]: 'Reported',
    '/admin/utilities': walk[0]!.meter.serial_number,
  });
  await (await world.current('/admin/utilities')).see({ role: 'heading', name: 'Ready for offline' });

  await withPhotoFiles(PHOTOGRAPHED + 3, async (allFiles, allDigests) => {
    const [ofMeters, files] = [allFiles.slice(0, PHOTOGRAPHED), allFiles.slice(PHOTOGRAPHED)];
    const digests = allDigests.slice(PHOTOGRAPHED);
    proxy.mode = 'cut';
    let tab = await world.open('/admin/utilities');
    for (const [index, { meter, value }] of walk.entries()) {
      await tab.fill(meter.serial_number, String(value));
      if (index < PHOTOGRAPHED) await photograph(tab, meter, ofMeters[index]!);
    }
    // The last field keeps the focus: it is stored once it rests for a second, which takes longer beside other browsers.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await schedule(await openOffline(world, first!));
    tab = await openOffline(world, second!);
    await schedule(tab);
    await tab.fill(/^Reply/, REPLY);
    await tab.upload(files.slice(0, 2));
    await tab.see({ role: 'img', name: 'Photo 2 of 2' });
    await tab.click({ role: 'button', name: 'Send Reply' });
    // What is saved is shown with its photos, and the form is empty again.
    await tab.until(() => document.querySelector('textarea')?.value === '');
    tab = await openOffline(world, third!);
    await tab.click({ role: 'button', name: 'Complete with a Note' });
    await tab.fill(/^What was done/, DONE);
    await tab.upload(files.slice(2));
    await tab.see({ role: 'img', name: 'Photo 1 of 1', within: { role: 'dialog' } });
    await tab.click({ role: 'button', name: 'Complete Request' });
    await tab.see(SAVED);
    await world.kill();

    tab = await world.open('/admin/utilities');
    await tab.click({ role: 'button', name: 'Review & Post Bills' });
    await tab.click({ role: 'button', name: /^Post \d+ Bills$/ });
    await tab.see(SAVED);
    await takeCash(await world.open('/admin/payments'), { name, dollars: CASH });
    for (const { id } of requests)
      expect((await eventsOf(world, id)).map(({ kind }) => kind)).not.toContain('scheduled');
    expect(await cashOf()).toBe(0);

    await world.reconnect();
    await eventually(cashOf, (count) => count === 1);
    tab = await world.open('/outbox');
    await tab.see('Everything is sent.');
    const meters = await read<InstalledMeter[]>('/meters');
    expect(walk.map(({ meter }) => meters.find(({ id }) => id === meter.id)?.last.value)).toEqual(
      walk.map(({ value }) => value),
    );
    for (const [index, { meter }] of walk.slice(0, PHOTOGRAPHED).entries()) {
      const [latest] = await read<MeterReading[]>(`/meters/${meter.id}/readings`);
      expect(latest?.photos?.map(({ sha256 }) => sha256)).toEqual([allDigests[index]]);
    }
    const happened = await Promise.all(requests.map(({ id }) => eventsOf(world, id)));
    const visits = happened.flat().filter(({ kind }) => kind === 'scheduled');
    expect(visits.map(({ visit_on }) => visit_on)).toEqual([VISIT, VISIT]);
    const [reply, ...moreReplies] = happened[1]!.filter(({ kind }) => kind === 'reply');
    const [done, ...moreDone] = happened[2]!.filter(({ kind }) => kind === 'done');
    expect([...moreReplies, ...moreDone]).toEqual([]);
    expect([reply?.text, done?.text]).toEqual([REPLY, DONE]);
    expect([...digestsOf(reply), ...digestsOf(done)]).toEqual(digests);
    expect(proxy.count('POST /api/utilities')).toBe(1);
  });
}

/** The first meters of the demo, home by home, and what each shows after a usual month. */
async function metersOfMorning({ product }: World): Promise<{ meter: InstalledMeter; value: number }[]> {
  const all = (await product.call('manager', 'GET', '/meters')) as InstalledMeter[];
  const walked = all.filter(({ removed_on }) => removed_on === null).slice(0, METERS);
  expect(walked).toHaveLength(METERS);
  return walked.map((meter) => ({
    meter,
    value: Math.round((meter.last.value + (meter.recent[0] ?? 5)) * 100) / 100,
  }));
}

/** Takes a photo at a meter, and waits until it is kept there. */
async function photograph(
  tab: Tab,
  { id, kind, serial_number }: InstalledMeter,
  file: string,
): Promise<void> {
  await tab.upload([file], `Photo of ${METER_LABELS[kind].name} ${serial_number}`);
  await tab.until(
    (meter) => document.querySelector(`[data-meter="${meter}"] img[alt="Photo 1 of 1"]`) !== null,
    id,
  );
}

/** Opens a request, and waits until it is known that nothing newer comes: what is shown then stays in its place. */
async function openOffline(world: World, path: string): Promise<Tab> {
  const tab = await world.open(path);
  await tab.see(/^Offline – saved/);
  return tab;
}

async function schedule(tab: Tab): Promise<void> {
  await tab.click({ role: 'button', name: 'Schedule' });
  await tab.see({ label: 'Day' });
  await typeDay(tab, VISIT);
  await tab.click({ role: 'button', name: 'Schedule Visit' });
  await tab.seeNo({ role: 'button', name: 'Schedule Visit' });
}

async function eventsOf({ product }: World, id: number): Promise<RequestEvent[]> {
  return (await product.call('manager', 'GET', `/maintenance/${id}/events`)) as RequestEvent[];
}

const digestsOf = (event: RequestEvent | undefined) => (event?.photos ?? []).map(({ sha256 }) => sha256);
