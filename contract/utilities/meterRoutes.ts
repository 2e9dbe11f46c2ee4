import * as z from 'zod/mini';
import { PageQuery } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { IdParams } from '../values/text.ts';
import {
  InstalledMeter,
  MeterCorrection,
  MeterExchange,
  MeterReading,
  MeterRemoval,
  MeterSkip,
  NewMeter,
  PlainReading,
} from './installedMeter.ts';
import { ReadingCorrection, ReadingParams } from './readingCorrection.ts';
import { WalkingOrder } from './orderOfHomes.ts';

/** The most readings of a meter that are answered. */
export const MOST_METER_READINGS = 120;

const SERIAL = '409 at `serial_number` for a number that a meter of the same kind has already';
export const BELOW = '400 at `last_value` for one below the last bill’s, unless `last_rolled_over`';
export const REMOVED = '409 `meter_removed` for a meter that was removed';

/** The calls of the meters of homes, and of the order in which they are read. */
export const meterRoutes = {
  listMeters: {
    method: 'GET',
    path: '/meters',
    who: 'manager',
    offline: 'keep',
    summary:
      'The meters of all homes, those that were removed too, with what each showed when it was last billed.',
    query: PageQuery,
    paged: { order: 'id', id: 'id' },
    answer: lazySchema(() => z.array(InstalledMeter)),
  },
  listMeterReadings: {
    method: 'GET',
    path: '/meters/:id/readings',
    who: 'manager',
    offline: 'keep',
    summary: `The readings of a meter; the latest ${MOST_METER_READINGS}, newest first.`,
    params: IdParams,
    answer: lazySchema(() => z.array(MeterReading)),
  },
  addMeter: {
    method: 'POST',
    path: '/units/:id/meters',
    who: 'manager',
    offline: 'refuse',
    summary: 'Adds a meter to a home, with the value from which its usage is billed.',
    params: IdParams,
    body: NewMeter,
    status: 201,
    answer: InstalledMeter,
    refuses: [SERIAL],
  },
  correctMeter: {
    method: 'PUT',
    path: '/meters/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Corrects what is known of a meter, from the next bill on. What was billed stays as it is.',
    params: IdParams,
    body: MeterCorrection,
    answer: InstalledMeter,
    refuses: [SERIAL, REMOVED],
  },
  exchangeMeter: {
    method: 'POST',
    path: '/meters/:id/exchange',
    who: 'manager',
    offline: 'refuse',
    summary: 'Removes a meter and installs another one in its place. The usage of both is in the next bill.',
    params: IdParams,
    body: MeterExchange,
    status: 201,
    answer: InstalledMeter,
    refuses: [SERIAL, BELOW, REMOVED],
  },
  removeMeter: {
    method: 'POST',
    path: '/meters/:id/removal',
    who: 'manager',
    offline: 'refuse',
    summary: 'Removes a meter. Its last usage is in the next bill.',
    params: IdParams,
    body: MeterRemoval,
    status: 201,
    answer: InstalledMeter,
    refuses: [BELOW, REMOVED],
  },
  readMeter: {
    method: 'POST',
    path: '/meters/:id/readings',
    who: 'manager',
    offline: 'queue',
    summary:
      'Records what a meter shows without a bill, such as at a move. The next bill counts from it; what it counted before comes with that bill where it is of those who live there.',
    params: IdParams,
    body: PlainReading,
    status: 201,
    answer: InstalledMeter,
    refuses: [REMOVED, '400 for a value below the last one, unless it rolled over, or of an earlier day'],
  },
  correctReading: {
    method: 'PUT',
    path: '/meters/:id/readings/:reading',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Corrects a reading that is in no bill, such as the last value of a meter that was removed or the first one of a new one.',
    params: ReadingParams,
    body: ReadingCorrection,
    answer: InstalledMeter,
    refuses: [
      '409 `reading_billed` for one that a bill counts from or up to',
      '400 for a value below the one before it or above the one after it',
    ],
  },
  skipMeter: {
    method: 'POST',
    path: '/meters/:id/skips',
    who: 'manager',
    offline: 'queue',
    summary: 'Says why a meter is not read. Said again on the same day, the reason replaces the one before.',
    params: IdParams,
    body: MeterSkip,
    status: 201,
    answer: InstalledMeter,
    refuses: [REMOVED],
  },
  readWalkingOrder: {
    method: 'GET',
    path: '/utilities/walking-order',
    who: 'manager',
    offline: 'keep',
    summary: 'The homes whose place in the order of reading was set by hand, in that order.',
    answer: WalkingOrder,
  },
  setWalkingOrder: {
    method: 'PUT',
    path: '/properties/:id/walking-order',
    who: 'manager',
    offline: 'queue',
    summary:
      'Sets the order in which the meters of a property’s homes are read. A home that is left out comes last.',
    params: IdParams,
    body: WalkingOrder,
    answer: WalkingOrder,
    refuses: ['400 for a home of another property'],
  },
} as const satisfies Record<string, Route>;
