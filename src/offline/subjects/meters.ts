import type { Input } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import type { UtilityBillEntry, UtilityBillsCreated } from '../../../contract/utilities/utilityBills.ts';
import type { DeviceTables, OutboxItem } from '../engine/database.ts';
import { queue } from '../engine/outbox/outbox.ts';
import type { SetRightDays, Policies } from '../engine/policies.ts';
import { plainReadingPhotos } from './photos/readingPhotos.ts';
import { updateCached } from '../engine/reads/cachedReads.ts';

/** Queues why a meter is not read. @throws {OutOfSpace} if the device has no space, even without the cached reads */
export async function queueSkip(
  userId: number,
  { id, reason, on, meter }: { id: number; reason: string; on: string; meter: string },
): Promise<OutboxItem> {
  return queue({
    userId,
    route: 'skipMeter',
    input: { params: { id: String(id) }, body: { reason, read_on: on } },
    shown: { meter },
  });
}

/** What is shown of a reading without a bill that is not sent. */
export interface ShownPlainReading {
  /** The meter and its home. */
  meter: string;
  unit_id: number;
}

/** Queues the order in which a property's homes are read. @throws {OutOfSpace} if the device has no space */
export async function queueWalkingOrder(
  userId: number,
  { id, name, unitIds }: { id: number; name: string; unitIds: number[] },
): Promise<OutboxItem> {
  return queue({
    userId,
    route: 'setWalkingOrder',
    input: { params: { id: String(id) }, body: { unit_ids: unitIds } },
    shown: { property: name },
  });
}

/** The order of homes with another one of some of them, which come where the first of them was. */
export function withOrder(order: readonly number[], changed: readonly number[]): number[] {
  const moved = new Set(changed);
  const first = order.findIndex((id) => moved.has(id));
  const place = first === -1 ? order.length : first;
  return [...order.slice(0, place), ...changed, ...order.slice(place).filter((id) => !moved.has(id))];
}

declare module '../engine/database.ts' {
  interface StoredChanges {
    setWalkingOrder: {
      input: Input<Routes['setWalkingOrder']>;
      /** The property's name. */
      shown: { property: string };
    };
    readMeter: {
      input: Input<Routes['readMeter']>;
      shown: ShownPlainReading;
    };
    readCommonMeter: {
      input: Input<Routes['readCommonMeter']>;
      /** The meter and its property. */
      shown: { meter: string };
    };
    skipMeter: {
      input: Input<Routes['skipMeter']>;
      /** The meter and its home. */
      shown: { meter: string };
    };
  }
}

/** The readings of a bill with the days that were taken from a wrong clock set right. */
export function rightReadings(
  readings: NonNullable<UtilityBillEntry['readings']>,
  { wrong, right }: SetRightDays,
): NonNullable<UtilityBillEntry['readings']> {
  const set = (day: string) => (day === wrong ? right : day);
  return readings.map(({ read_on, exchange, opening, ...reading }) => {
    const { exchanged_on, ...exchanged } = exchange ?? {};
    return {
      ...reading,
      ...(read_on ? { read_on: set(read_on) } : {}),
      ...(opening ? { opening: { ...opening, read_on: set(opening.read_on) } } : {}),
      ...(exchange
        ? {
            exchange: {
              ...(exchanged as typeof exchange),
              ...(exchanged_on ? { exchanged_on: set(exchanged_on) } : {}),
            },
          }
        : {}),
    };
  });
}

/** Makes a new bill's readings the last ones of their meters; what was exchanged follows with the next refresh. */
export function applyBilledReadings({ readings = [] }: UtilityBillsCreated) {
  const read = new Map(readings.map(({ meter_id, following_photos: _, ...last }) => [meter_id, last]));
  return (meters: InstalledMeter[]): InstalledMeter[] =>
    meters.map((meter) => {
      const last = read.get(meter.id);
      return last ? { ...meter, last, unbilled: [], skipped: null } : meter;
    });
}

/** What is read or skipped of one meter, on the day that is right. */
function rightDay<Body extends { read_on?: string | undefined }>(
  { body, ...input }: { params: { id: string }; body: Body },
  { wrong, right }: SetRightDays,
) {
  return { ...input, body: body.read_on === wrong ? { ...body, read_on: right } : body };
}

const applyMeter = (db: DeviceTables, { userId }: { userId: number }, answer: InstalledMeter) =>
  updateCached(db, userId, 'listMeters', (meters) =>
    meters.map((meter) => (meter.id === answer.id ? answer : meter)),
  );

export const meterPolicies: Pick<
  Policies,
  'readMeter' | 'readCommonMeter' | 'skipMeter' | 'setWalkingOrder'
> = {
  setWalkingOrder: {
    applyResponse: (db, item, answer) =>
      updateCached(db, item.userId, 'readWalkingOrder', ({ unit_ids }) => ({
        unit_ids: withOrder(unit_ids, answer.unit_ids),
      })),
  },
  readMeter: {
    setRight: rightDay,
    applyResponse: applyMeter,
    photos: plainReadingPhotos,
  },
  readCommonMeter: {
    setRight: rightDay,
    applyResponse: (db, { userId }, answer) =>
      updateCached(db, userId, 'listCommonMeters', (meters) =>
        meters.map((meter) => (meter.id === answer.id ? answer : meter)),
      ),
  },
  skipMeter: {
    setRight: rightDay,
    applyResponse: applyMeter,
  },
};
