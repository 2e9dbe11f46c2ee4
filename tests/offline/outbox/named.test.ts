import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import type { Move } from '../../../contract/moves/move.ts';
import { readDraft } from '../../../src/offline/engine/drafts.ts';
import { saveDraft } from '../../../src/offline/engine/draftWrites.ts';
import { NamedDiscarded } from '../../../src/offline/engine/outbox/named.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { discard, retry, revise } from '../../../src/offline/engine/outbox/revise.ts';
import { inspectionChange } from '../../../src/offline/subjects/inspections.ts';
import { unsentIdOf } from '../../../src/offline/subjects/leases/leases.ts';
import { policies } from '../../../src/offline/subjects/policies.ts';
import { aPhoto, MANAGER, ROBIN } from '../../support/offline/device.ts';
import {
  handOver,
  lease,
  leaseBody,
  nowhere,
  onServer,
  people,
  personBody,
  read,
  receive,
  reviseLease,
  ROBIN_HALE,
  shownLease,
  states,
  writeDown,
} from '../../support/offline/outbox/named.ts';
import { lines } from '../../support/offline/outbox/photos.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { ofHome, walk } from '../../support/server/leases/inspections.ts';
import { server } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
// A home has one lease at a time.
beforeEach(() => server.database.sql`update leases set starts = '2000-01-01', ends = '2000-01-31'`);

test('a lease of people who were written down without a connection is sent after them, who is billed first', async () => {
  net.offline = true;
  const [ada, ben] = [await writeDown('Ada'), await writeDown('Ben')];
  await lease([ben, ROBIN_HALE, ada]);
  await phone.send();
  expect(await states()).toEqual([
    ['createPerson', 'Unsent'],
    ['createPerson', 'Unsent'],
    ['createLease', 'Waiting for an earlier change'],
  ]);
  net.offline = false;
  expect(await phone.send()).toEqual({ sent: 3, left: 'nothing' });
  expect(await phone.waiting()).toEqual([]);
  expect(await onServer()).toMatchObject([{ tenants: ['Ben', 'Robin', 'Ada'] }]);
});

test.each(['answer lost', 'delivered twice', 'cut', 'refused'] as const)(
  'people and their lease are made once when each is sent so (%s)',
  async (fault) => {
    await lease([await writeDown(`Cleo, ${fault}`), await writeDown(`Cosmo, ${fault}`)]);
    net.fail(/^POST \/users$/, fault, fault);
    net.fail(/^POST \/leases$/, fault);
    for (let tries = 0; tries < 6; tries += 1) await phone.send();
    expect(await phone.waiting()).toEqual([]);
    expect(await onServer()).toMatchObject([{ tenants: [`Cleo, ${fault}`, `Cosmo, ${fault}`] }]);
    expect(await people(`Cleo, ${fault}`)).toHaveLength(1);
    expect(await people(`Cosmo, ${fault}`)).toHaveLength(1);
  },
);

test('a lease waits while the server refuses somebody on it, and goes with them once they are set right', async () => {
  await server.database.sql`update users set email = 'robin@example.com' where id = ${ROBIN}`;
  const refused = await writeDown('Dora', 'robin@example.com');
  await lease([refused, await writeDown('Dov')]);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await phone.send()).toEqual({ sent: 0, left: 'nothing' });
  expect(await states()).toEqual([
    ['createPerson', 'Needs attention'],
    ['createLease', 'Waiting for an earlier change'],
  ]);
  await revise(refused.addedBy, { body: personBody('Dora'), photos: [], shown: nowhere });
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  expect(await onServer()).toMatchObject([{ tenants: ['Dora', 'Dov'] }]);
  expect(lines().filter((line) => line === 'POST /leases')).toHaveLength(1);
});

test('keys and a deposit of an unsent lease go after it, and an inspection gets it, with its photos', async () => {
  net.offline = true;
  const made = await lease([await writeDown('Emil')]);
  const unsent = unsentIdOf(made);
  await handOver(unsent);
  await receive(unsent);
  const photo = await aPhoto();
  const id = randomUUID();
  const rooms = [
    {
      name: 'Kitchen',
      items: [
        {
          ...{ name: 'Floor', condition: 'Good' as const, remark: null },
          photos: [{ sha256: photo.sha256, taken_at: '2026-05-26T15:12:00.000Z' }],
        },
      ],
    },
  ];
  await queue({
    userId: MANAGER,
    ...inspectionChange({
      ...{ id, body: walk({ rooms }), home: 'Unit 101', draft: { name: `inspection-1-${id}` } },
      photos: [photo],
    }),
    shown: { home: 'Unit 101', leaseMadeBy: made.id },
  });
  net.offline = false;
  net.fail(/^POST \/leases$/, 'answer lost');
  for (let tries = 0; tries < 2; tries += 1) await phone.send();
  expect(await phone.waiting()).toEqual([]);
  const [stands] = await onServer();
  const { keys_handed_over_at } = await read<Move>(`/leases/${stands!.id}/move`);
  expect(keys_handed_over_at).not.toBeNull();
  expect((await read<Deposit>(`/leases/${stands!.id}/deposit`)).entries).toMatchObject([{ amount: 500 }]);
  expect((await ofHome()).find((each) => each.id === id)).toMatchObject({
    ...{ lease_id: stands!.id, photos: [{ sha256: photo.sha256 }] },
  });
  expect(lines().filter((line) => line.includes('new:'))).toEqual([]);
});

test('keys of an unsent lease that are refused later hold what is said of its keys after it was sent', async () => {
  await handOver(unsentIdOf(await lease([ROBIN_HALE])));
  net.fail(/keys/, { status: 400, message: 'No.' });
  await phone.send();
  const [stands] = await onServer();
  await handOver(String(stands!.id));
  expect(await phone.send()).toEqual({ sent: 0, left: 'nothing' });
  expect(await states()).toEqual([
    ['setKeys', 'Needs attention'],
    ['setKeys', 'Unsent'],
  ]);
});

test('a lease whose person is discarded asks for another one, and is sent with them', async () => {
  const [gone, stays] = [await writeDown('Fay'), await writeDown('Finn')];
  const item = await lease([gone, stays]);
  await discard(gone.addedBy);
  const { message } = new NamedDiscarded();
  const asked = async () =>
    (await phone.waiting()).find(({ route }) => route === 'createLease')?.refusal?.failure;
  expect(await asked()).toMatchObject({ message, code: 'named_discarded' });
  await retry(item.id);
  await phone.send();
  expect(await asked()).toMatchObject({ message, code: 'named_discarded' });
  expect(lines()).not.toContain('POST /leases');
  await expect(reviseLease(item, [gone, stays])).rejects.toThrow(NamedDiscarded);
  expect(await asked()).toMatchObject({ message });
  await reviseLease(item, [stays, ROBIN_HALE]);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await onServer()).toMatchObject([{ tenants: ['Finn', 'Robin'] }]);
  expect(await people('Fay')).toEqual([]);
});

test('keys and a deposit of a lease that is discarded stay on the device, and are not sent', async () => {
  const made = await lease([ROBIN_HALE]);
  const keys = await handOver(unsentIdOf(made));
  const deposit = await receive(unsentIdOf(made));
  await discard(made.id);
  await retry(keys.id);
  await retry(deposit.id);
  expect(await phone.send()).toEqual({ sent: 0, left: 'nothing' });
  expect(await states()).toEqual([
    ['setKeys', 'Needs attention'],
    ['addDepositEntry', 'Needs attention'],
  ]);
  const [, kept] = await phone.waiting();
  expect(kept).toMatchObject({
    ...{ input: { body: { amount: 500 } } },
    refusal: { failure: { message: new NamedDiscarded().message } },
  });
  expect(net.sent()).toEqual([]);
  await discard(keys.id);
  await discard(deposit.id);
  expect(await phone.waiting()).toEqual([]);
});

test('what names somebody who was sent meanwhile names them at once', async () => {
  const person = await writeDown('Gil');
  await phone.send();
  const made = await lease([person]);
  const [gil] = await people('Gil');
  expect(made).toMatchObject({
    input: { body: { tenant_ids: [gil!.id] } },
    shown: { tenants: [{ id: gil!.id, name: 'Gil Brandt' }] },
  });
  await phone.send();
  const keys = await handOver(unsentIdOf(made));
  const [stands] = await onServer();
  expect(keys.input).toMatchObject({ params: { id: String(stands!.id) } });
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
});

test('what names somebody who was discarded is not queued, and its draft stays', async () => {
  const person = await writeDown('Hal');
  await discard(person.addedBy);
  const savedAt = await saveDraft(MANAGER, 'new-lease', { billed: person.addedBy });
  await expect(
    queue({
      ...{ userId: MANAGER, route: 'createLease', shown: shownLease([person]) },
      input: { body: leaseBody([person]) },
      draft: { name: 'new-lease', savedAt },
    }),
  ).rejects.toThrow(NamedDiscarded);
  expect(await phone.waiting()).toEqual([]);
  expect((await readDraft(MANAGER, 'new-lease'))?.value).toEqual({ billed: person.addedBy });
});

test('a lease that is edited while the answer to somebody on it is on its way names them', async () => {
  const [ida, jo] = [await writeDown('Ida'), await writeDown('Jo')];
  const item = await lease([ida]);
  net.after = async ({ method, body }) => {
    if (method === 'POST' && body.includes('Ida')) await reviseLease(item, [jo, ida]);
  };
  expect(await phone.send()).toEqual({ sent: 3, left: 'nothing' });
  expect(await onServer()).toMatchObject([{ tenants: ['Jo', 'Ida'] }]);
});

test('a lease whose edit began before somebody on it was sent names them', async () => {
  const [lea, max] = [await writeDown('Lea'), await writeDown('Max')];
  const item = await lease([max, lea]);
  net.fail(/^POST \/users$/, 'slow', 'refused');
  await phone.send();
  expect(await people('Lea')).toHaveLength(1);
  await reviseLease(item, [max, lea, ROBIN_HALE]);
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  expect(await onServer()).toMatchObject([{ tenants: ['Max', 'Lea', 'Robin'] }]);
});

test('a lease that gets somebody unsent just before it is sent waits for them', async () => {
  const item = await lease([ROBIN_HALE]);
  let asked = 0;
  // The server is looked for before the lease is sent.
  net.before = async ({ method }) => {
    asked += 1;
    if (method === 'GET' && asked === 1) await reviseLease(item, [ROBIN_HALE, await writeDown('Kai')]);
  };
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  expect(await onServer()).toMatchObject([{ tenants: ['Robin', 'Kai'] }]);
});

test('what makes a record that others name keeps its id when it is edited', () => {
  const makers = Object.values(policies).filter(({ made }) => made);
  expect(makers.filter(({ irrevocable }) => irrevocable === undefined)).toEqual([]);
  expect(makers).not.toEqual([]);
});
