import { expect } from 'vitest';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { readSentSince, unsentByTenant } from '../../../src/offline/subjects/ledger/unsentByTenant.ts';
import { communityDay } from '../../support/days.ts';
import { MANAGER, NOOR, ROBIN } from '../../support/offline/device.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';

const test = base.extend('person', MANAGER);
const NONE = { charged: 0, credited: 0, paid: 0 };
const effective_on = communityDay();
const shown = { name: 'Robin Hale', unit_number: '101', property_name: 'Maple Court' };

const charge = (amount: number, userId = ROBIN) =>
  queue({
    ...{ userId: MANAGER, route: 'createCharge', shown },
    input: { body: { userId, unitId: 1, amount, description: 'A broken pane', effective_on } },
  });
const credit = (amount: number) =>
  queue({
    ...{ userId: MANAGER, route: 'createCredit', shown },
    input: {
      body: {
        userId: ROBIN,
        unitId: 1,
        amount,
        type: 'Concession' as const,
        reason: 'No heating',
        effective_on,
      },
    },
  });

test('beside a balance stand the charges and credits that are unsent, may have arrived, or were sent after it was read, each once', async () => {
  const told = async (since: Date) =>
    unsentByTenant(await phone.waiting(), await readSentSince(MANAGER, since)).get(ROBIN);
  const read = new Date();
  net.offline = true;
  await charge(80);
  await credit(25.5);
  await charge(7, NOOR);
  const given = { ...NONE, charged: 8000, credited: 2550 };
  expect(await told(read)).toEqual({ unsent: given, inDoubt: NONE, sent: NONE });
  net.offline = false;
  net.fail(/charge/, 'answer lost');
  await phone.send();
  expect(await told(read)).toEqual({
    unsent: { ...NONE, credited: 2550 },
    inDoubt: { ...NONE, charged: 8000 },
    sent: NONE,
  });
  for (let attempt = 0; attempt < 3; attempt += 1) await phone.send();
  expect(await told(read)).toEqual({ unsent: NONE, inDoubt: NONE, sent: given });
  expect(await told(new Date())).toBeUndefined();
});

test('a charge that was refused is in no figure, as it waits for a decision', async () => {
  net.fail(/charge/, { status: 409, body: { message: 'No.', error: 'No.', code: 'month_closed' } });
  await charge(80);
  await phone.send();
  const [waiting] = await phone.waiting();
  expect(waiting?.refusal?.status).toBe(409);
  expect(unsentByTenant([waiting!]).get(ROBIN)).toBeUndefined();
});
