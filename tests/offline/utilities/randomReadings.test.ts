import fc from 'fast-check';
import { expect } from 'vitest';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { retry } from '../../../src/offline/engine/outbox/revise.ts';
import { queueSkip } from '../../../src/offline/subjects/meters.ts';
import { MANAGER, phoneOf } from '../../support/offline/device.ts';
import { installLocks } from '../../support/offline/locks.ts';
import { stubNetwork } from '../../support/offline/network.ts';
import type { Fault } from '../../support/offline/networkFaults.ts';
import { addMeter, resetMeters } from '../../support/server/meters/meters.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { server, testWith } from '../../support/server/world.ts';

installLocks();
const test = testWith(UNLIMITED);

const ON = '2026-11-20';
const METERS = 6;
const faults: Fault[] = [
  ...(['refused', 'answer lost', 'delivered twice', 'cut', 'portal page', 'portal page after'] as const),
  ...[{ status: 429, retryAfter: 1 }, { status: 500 }, { status: 503 }],
  { status: 400, message: 'Refused by chance.' },
];

test('after random network faults each reading and each skip of a walk is on the server once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('read', 'skip', 'send'), { minLength: 3, maxLength: 12 }),
      fc.array(fc.option(fc.constantFrom(...faults), { freq: 3 }), { minLength: 5, maxLength: 20 }),
      async (steps, faultsInOrder) => {
        await resetMeters();
        const meters = [];
        for (let n = 0; n < METERS; n += 1) meters.push(await addMeter(1, { serial_number: `W-${n}` }));
        const net = stubNetwork(() => server);
        const phone = await phoneOf(server, MANAGER);
        let next = 0;
        net.faultOfChange = () => faultsInOrder[next++] ?? undefined;
        const meant: string[] = [];
        const unread = [...meters];
        for (const [n, step] of steps.entries()) {
          const meter = step === 'send' ? undefined : unread.pop();
          if (!meter) await phone.send();
          else if (step === 'read') {
            const body = { value: 1000 + n, read_on: ON };
            meant.push(`${meter.id} read ${body.value}`);
            await queue({
              ...{ userId: MANAGER, route: 'readMeter' as const },
              input: { params: { id: String(meter.id) }, body },
              shown: { meter: meter.serial_number, unit_id: 1 },
            });
          } else {
            meant.push(`${meter.id} skipped -`);
            await queueSkip(MANAGER, { id: meter.id, reason: 'A dog', on: ON, meter: meter.serial_number });
          }
        }
        net.reset();
        for (let round = 0; round < 30 && (await phone.waiting()).length > 0; round += 1) {
          await phone.send();
          for (const item of await phone.waiting()) if (item.refusal ?? item.patient) await retry(item.id);
        }
        expect(await phone.waiting()).toEqual([]);
        const stored = await server.database.sql<{ text: string }>`
          select meter_id || ' ' || kind || ' ' || coalesce(value::int::text, '-') as text from meter_readings
          where kind <> 'installed'`;
        expect(stored.map(({ text }) => text).sort()).toEqual(meant.sort());
      },
    ),
    {
      numRuns: 30,
      seed: 20261128,
      plugins: [fc.interruptAfterTimeLimit(170_000, { failOnInterrupt: true })],
    },
  );
}, 600_000);
