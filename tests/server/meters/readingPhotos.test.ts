import { beforeEach, expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { InstalledMeter, MeterReading } from '../../../contract/utilities/installedMeter.ts';
import type { BillPhotos, LastMeterPhoto } from '../../../contract/utilities/readingPhotos.ts';
import type { UtilityBillsCreated } from '../../../contract/utilities/utilityBills.ts';
import { addMeter, call, meteredEntry, resetMeters } from '../../support/server/meters/meters.ts';
import { senderTo, sha256 } from '../../support/server/photos/uploads.ts';
import { post, ROBIN } from '../../support/server/resources/utilities.ts';
import { photo } from '../../support/server/server.ts';
import { manager, neighbour, resident, server, test } from '../../support/server/world.ts';

beforeEach(resetMeters);

const send = (id: number, bytes: Buffer, as = manager) => senderTo(`/records/reading/${id}`, bytes, as);
const readingsOf = async (meter: number) =>
  (await server.call('GET', `/meters/${meter}/readings`, { as: manager })).json<MeterReading[]>();
const photosOf = (transaction: number, as: typeof manager) =>
  server.call('GET', `/transactions/${transaction}/reading-photos`, { as });

async function billed(meter_id: number, following_photos: string[]): Promise<UtilityBillsCreated> {
  const answer = await post([await meteredEntry(ROBIN, 1, [{ meter_id, value: 1100, following_photos }])]);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<UtilityBillsCreated>();
}

test('a photo of a reading without a bill comes after it, and is shown at its meter', async () => {
  const { id } = await addMeter(1);
  const red = await photo('red');
  const read = await server.call('POST', `/meters/${id}/readings`, {
    as: manager,
    body: { value: 1050, following_photos: [sha256(red)] },
  });
  const { last } = read.json<InstalledMeter>();
  expect((await readingsOf(id))[0]).toMatchObject({ id: last.id, photos: [], awaited_photos: 1 });
  expect((await send(last.id, red).send()).statusCode).toBe(200);
  // Asked again, nothing is added.
  expect((await send(last.id, red).attach()).statusCode).toBe(200);
  expect((await readingsOf(id))[0]).toMatchObject({ photos: [{ sha256: sha256(red) }], awaited_photos: 0 });

  const corrected = await call('PUT', `/meters/${id}/readings/${last.id}`, { value: 1060 });
  expect(corrected.status).toBe(200);
  expect((await readingsOf(id))[0]).toMatchObject({ value: 1060, photos: [{ sha256: sha256(red) }] });
});

test('a bill shows the photos of its readings to whose bill it is and to management, and keeps them once taken back', async () => {
  const { id } = await addMeter(1);
  const red = await photo('red');
  const { bills, readings } = await billed(id, [sha256(red)]);
  const [reading] = readings!;
  expect(reading).toMatchObject({ meter_id: id, following_photos: [sha256(red)] });
  expect((await send(reading!.id, red).send()).statusCode).toBe(200);

  const transaction = bills[0]!.transaction_id;
  const own = await photosOf(transaction, resident);
  const shown = own.json<BillPhotos[]>();
  expect(shown).toMatchObject([
    { reading_id: reading!.id, serial_number: 'W-1', photos: [{ sha256: sha256(red) }] },
  ]);
  const picture = await server.app.inject({ method: 'GET', url: shown[0]!.photos![0]!.photo_url });
  expect(picture.statusCode).toBe(200);
  expect((await photosOf(transaction, neighbour)).statusCode).toBe(404);

  const history = await server.call('GET', '/transactions/my-history', { as: resident });
  expect(history.json<Transaction[]>()[0]?.utility?.readings).toMatchObject([{ photos: 1 }]);
  await call('POST', `/transactions/${transaction}/reversal`, { reason: 'Misread' });
  expect((await photosOf(transaction, manager)).json()).toEqual(shown);
});

test('residents send no photos of a reading that management took', async () => {
  const { id } = await addMeter(1);
  const red = await photo('red');
  const { readings } = await billed(id, [sha256(red)]);
  const calls = send(readings![0]!.id, red, resident);
  for (const each of [calls.begin, () => calls.append(0), calls.attach])
    expect((await each()).statusCode).toBe(404);
});

test('a reading has at most 3 photos, each once', async () => {
  const { id } = await addMeter(1);
  const digests = Array.from({ length: 4 }, (_, index) => String(index).repeat(64));
  const read = (following_photos: string[]) =>
    call('POST', `/meters/${id}/readings`, { value: 1050, following_photos });
  expect((await read(digests)).json.error).toBe('A reading can have at most 3 photos.');
  expect((await read([digests[0]!, digests[0]!])).json.error).toBe('A photo is in this list twice.');
  expect((await read(digests.slice(1))).status).toBe(201);
});

test('the last photo of each meter is answered with what it showed then, not of a meter that was removed or where nobody lives', async () => {
  const { id } = await addMeter(1);
  const { id: removed } = await addMeter(1, { serial_number: 'W-2' });
  const [red, blue, green] = [await photo('red'), await photo('blue'), await photo('green')];
  const read = async (meter: number, value: number, ...photos: Buffer[]) => {
    const body = { value, following_photos: photos.map(sha256) };
    const answer = await server.call('POST', `/meters/${meter}/readings`, { as: manager, body });
    for (const bytes of photos) await send(answer.json<InstalledMeter>().last.id, bytes).send();
  };
  const last = async () =>
    (await server.call('GET', '/meters/last-photos', { as: manager })).json<LastMeterPhoto[]>();
  await read(id, 1050, red);
  await read(removed, 1010, green);
  await read(id, 1060, blue, green);
  // Neither a reading without a photo nor a photo that is not here takes its place.
  await read(id, 1070);
  await call('POST', `/meters/${id}/readings`, { value: 1080, following_photos: ['a'.repeat(64)] });
  expect((await last()).map(({ meter_id, value, photo: shown }) => [meter_id, value, shown.sha256])).toEqual([
    [id, 1060, sha256(blue)],
    [removed, 1010, sha256(green)],
  ]);
  await call('POST', `/meters/${removed}/removal`, { last_value: 1020 });
  expect((await last()).map(({ meter_id }) => meter_id)).toEqual([id]);
  await server.database.sql`update users set is_current_user = false where id = ${ROBIN}`;
  expect(await last()).toEqual([]);
  await server.database.sql`update users set is_current_user = true where id = ${ROBIN}`;
});
