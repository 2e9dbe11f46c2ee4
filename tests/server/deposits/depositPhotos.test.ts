import { beforeEach, expect } from 'vitest';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import { depositOf } from '../../support/server/deposits/deposits.ts';
import { begin } from '../../support/server/leases/lateFees.ts';
import { senderTo, sha256 } from '../../support/server/photos/uploads.ts';
import { photo } from '../../support/server/server.ts';
import { isolatedTest as test, manager, neighbour, resident, server } from '../../support/server/world.ts';

let lease: number;
let deposit: ReturnType<typeof depositOf>;

beforeEach(async () => {
  lease = await begin();
  deposit = depositOf(lease);
});

const send = (id: number, bytes: Buffer, as = manager) => senderTo(`/records/deposit/${id}`, bytes, as);
const last = ({ entries }: Deposit) => entries.toSorted((one, other) => one.id - other.id).at(-1)!;

async function entered(bytes: Buffer) {
  return last(await deposit.entered({ kind: 'Received', amount: 5, following_photos: [sha256(bytes)] }));
}

test('a photo of a deposit’s entry comes after it, and is shown to management and to the tenant alone', async () => {
  const red = await photo('red');
  const { id, ...waiting } = await entered(red);
  expect(waiting).toMatchObject({ photos: [], awaited_photos: 1 });
  expect((await send(id, red).send()).statusCode).toBe(200);
  for (const as of [manager, resident]) {
    const { entries } = await deposit.read(as);
    const { photos } = entries.find((each) => each.id === id)!;
    expect(photos).toMatchObject([{ sha256: sha256(red) }]);
    const picture = await server.app.inject({ method: 'GET', url: photos![0]!.photo_url });
    expect(picture.statusCode).toBe(200);
  }
  const other = await server.call('GET', `/leases/${lease}/deposit`, { as: neighbour });
  expect(other.statusCode).toBe(404);
});

test('an entry keeps the photos that were named with it: no others are added, and residents send none', async () => {
  const [red, blue] = [await photo('red'), await photo('blue')];
  const { id } = await entered(red);
  expect((await send(id, blue).begin()).json()).toMatchObject({ code: 'not_named' });
  expect((await send(id, red, resident).begin()).statusCode).toBe(404);
});

test('an entry that is taken back keeps its photos', async () => {
  const red = await photo('red');
  const { id } = await entered(red);
  await send(id, red).send();
  const taken = (await deposit.takeBack(id)).json<Deposit>();
  expect(taken.entries.find((each) => each.id === id)?.photos).toMatchObject([{ sha256: sha256(red) }]);
});
