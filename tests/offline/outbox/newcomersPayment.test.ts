import { expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { communityDay } from '../../support/days.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { discard, revise } from '../../../src/offline/engine/outbox/revise.ts';
import { isPayment, type PaymentBody, type PaymentItem } from '../../../src/offline/subjects/doorPayments.ts';
import { MANAGER } from '../../support/offline/device.ts';
import { people, read, states, writeDown } from '../../support/offline/outbox/named.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';

const test = base.extend('person', MANAGER);

/** Nobody has this id. */
const bodyOf = (amount: number): PaymentBody => ({
  ...{ userId: 0, amount, type: 'Cash', received_on: communityDay(), ask_if_repeated: true },
});
const pay = ({ addedBy, name }: { addedBy: string; name: string }, amount = 725.5) =>
  queue({
    ...{ userId: MANAGER, route: 'recordPayment', input: { body: bodyOf(amount) } },
    shown: { addedBy, name, unit_number: null, property_name: null, received_by: 'Manager' },
  });
const ledgerOf = async (name: string) => {
  const [person] = await people(name);
  return read<Transaction[]>(`/transactions/user-history/${person!.id}`);
};

test.each(['answer lost', 'delivered twice', 'cut', 'refused'] as const)(
  'what somebody pays who is unsent goes to their account once, after them (%s)',
  async (fault) => {
    net.offline = true;
    const name = `Paula, ${fault}`;
    await pay(await writeDown(name));
    await phone.send();
    expect(await states()).toEqual([
      ['createPerson', 'Unsent'],
      ['recordPayment', 'Waiting for an earlier change'],
    ]);
    net.offline = false;
    net.fail(/^POST \/users$/, fault);
    net.fail(/record-payment/, fault);
    for (let tries = 0; tries < 5; tries += 1) await phone.send();
    expect(await phone.waiting()).toEqual([]);
    expect(await ledgerOf(name)).toMatchObject([{ amount: -725.5 }]);
  },
);

test('a payment of somebody who was discarded is not recorded, and stays with its words', async () => {
  net.offline = true;
  const nobody = await writeDown('Quin');
  const { id } = await pay(nobody);
  await discard(nobody.addedBy);
  net.offline = false;
  await phone.send();
  const [item, ...others] = await phone.waiting();
  expect(others).toEqual([]);
  expect(item).toMatchObject({ id, refusal: { failure: { code: 'named_discarded' } } });
  expect(await people('Quin')).toEqual([]);
});

test('a payment that is edited after its payer was sent goes to their account', async () => {
  net.offline = true;
  const payer = await writeDown('Rosa');
  const { id, shown } = await pay(payer);
  net.offline = false;
  net.fail(/record-payment/, { status: 400, message: 'Not now.' });
  await phone.send();
  const [item] = await phone.waiting();
  expect(item && isPayment(item) && item.input.body.userId).toBe((await people('Rosa'))[0]?.id);
  // A form that was open since before.
  await revise(id, { body: bodyOf(800), photos: [], shown: shown as PaymentItem['shown'] });
  await phone.send();
  await phone.send();
  expect(await ledgerOf('Rosa')).toMatchObject([{ amount: -800 }]);
});
