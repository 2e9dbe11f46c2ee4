import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { id, IdParams, optionalText } from '../values/text.ts';
import { AgreedShares, CHOOSE_HOMES, CommonCost, MOST_HOMES, SHARED_BY } from './commonShares.ts';
import {
  countsIn,
  MeterExchange,
  MeterRemoval,
  newMeterFields,
  PlainReading,
  WRONG_MEASURE,
} from './installedMeter.ts';
import { METERS } from './meters.ts';
import { BELOW, REMOVED } from './meterRoutes.ts';
import { ReadingCorrection, ReadingParams } from './readingCorrection.ts';

/** The most common meters of a property, without those that were removed. */
export const MOST_COMMON_METERS = 200;
/** The most readings of a common meter of one day. */
export const MOST_COMMON_READINGS = 10;
/** The readings of a common meter that are answered, newest first. */
export const SHOWN_COMMON_READINGS = 24;

const CommonReading = lazySchema(() =>
  z.object({
    id: z.int(),
    value: z.number(),
    read_on: z.iso.date(),
    estimated: z.boolean(),
    note: z.nullable(z.string()),
    /** Whether what was counted up to it is billed. */
    billed: z.boolean(),
    /** Whether it is the first one, from which the usage is counted. */
    first: z.boolean(),
    /**
     * Whether it is the last one of a meter that was exchanged: it is billed with the next reading of the meter in its
     * place. Missing from a server of the version before.
     */
    with_next: z.optional(z.boolean()),
  }),
);

/** A meter that homes of a property share. */
export const CommonMeter = lazySchema(() =>
  z.object({
    id: z.int(),
    property_id: z.int(),
    property_name: z.string(),
    kind: z.enum(METERS),
    serial_number: z.string(),
    measure: z.string(),
    digits: z.int(),
    multiplier: z.number(),
    place: z.nullable(z.string()),
    shared_by: z.enum(SHARED_BY),
    unit_ids: z.array(z.int()),
    /** When it was taken away, and in place of which meter it is. Missing from a server of the version before. */
    removed_on: z.optional(z.nullable(z.iso.date())),
    replaces: z.optional(z.nullable(z.int())),
    /** Newest first. */
    readings: z.array(CommonReading),
  }),
);
export type CommonMeter = z.infer<typeof CommonMeter>;

/** Whether something that a common meter counted is in no bill yet. Between two equal readings nothing was used. */
export function waitsForBill({ readings }: Pick<CommonMeter, 'readings'>): boolean {
  return readings.some(
    ({ billed, first, value }, index) => !billed && !first && value !== readings[index + 1]?.value,
  );
}

const sharing = {
  place: lazySchema(() => z.optional(optionalText('The place of a meter must be text.', 100))),
  shared_by: lazySchema(() => z.enum(SHARED_BY, 'The cost is shared by area, by people or equally.')),
  unit_ids: lazySchema(() =>
    z.array(id(CHOOSE_HOMES), CHOOSE_HOMES).check(
      z.minLength(1, CHOOSE_HOMES),
      z.maxLength(MOST_HOMES, `At most ${MOST_HOMES} homes share a meter.`),
      z.refine((ids) => new Set(ids).size === ids.length, 'A home is in this list twice.'),
    ),
  ),
};

export const NewCommonMeter = lazySchema(() =>
  z.object({ ...newMeterFields, ...sharing }).check(z.refine(countsIn, WRONG_MEASURE)),
);
export const CommonMeterUpdate = lazySchema(() => z.object(sharing));

/** What a common meter shows. It takes no photos. */
const NewCommonReading = lazySchema(() => z.omit(PlainReading, { following_photos: true }));

const NOT_SHARED = [
  '409 `not_shared` where the cost cannot be divided: a home has no area, nobody lives there, nothing was used, or the meter was exchanged at this reading',
];

const BILLED = '409 `reading_billed` for one that a bill counts from or up to';

const SERIAL = '409 at `serial_number` for a number that a common meter of the same kind has already';

/** The calls of the meters that several homes share. */
export const commonMeterRoutes = {
  listCommonMeters: {
    method: 'GET',
    path: '/common-meters',
    who: 'manager',
    offline: 'keep',
    summary: `The meters that homes share, with these homes and the latest ${SHOWN_COMMON_READINGS} readings.`,
    answer: lazySchema(() => z.array(CommonMeter)),
  },
  addCommonMeter: {
    method: 'POST',
    path: '/properties/:id/common-meters',
    who: 'manager',
    offline: 'refuse',
    summary: 'Adds a meter that homes of a property share, with the value from which its usage is billed.',
    params: IdParams,
    body: NewCommonMeter,
    status: 201,
    answer: CommonMeter,
    refuses: [SERIAL, `409 above ${MOST_COMMON_METERS} common meters of a property`],
  },
  changeCommonMeter: {
    method: 'PUT',
    path: '/common-meters/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Sets which homes share a meter and by what, from the next bill on.',
    params: IdParams,
    body: CommonMeterUpdate,
    answer: CommonMeter,
  },
  exchangeCommonMeter: {
    method: 'POST',
    path: '/common-meters/:id/exchange',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Removes a common meter and installs another one in its place, which the same homes share. The usage of both is billed with the next reading.',
    params: IdParams,
    body: MeterExchange,
    status: 201,
    answer: CommonMeter,
    refuses: [SERIAL, BELOW, REMOVED],
  },
  removeCommonMeter: {
    method: 'POST',
    path: '/common-meters/:id/removal',
    who: 'manager',
    offline: 'refuse',
    summary: 'Removes a common meter. Its last usage is billed as any other, once its shares were seen.',
    params: IdParams,
    body: MeterRemoval,
    status: 201,
    answer: CommonMeter,
    refuses: [BELOW, REMOVED],
  },
  readCommonMeter: {
    method: 'POST',
    path: '/common-meters/:id/readings',
    who: 'manager',
    offline: 'queue',
    summary: 'Records what a common meter shows. Nothing is billed before its shares were seen.',
    params: IdParams,
    body: NewCommonReading,
    status: 201,
    answer: CommonMeter,
    refuses: [
      REMOVED,
      '400 for a value below the last one, unless it rolled over, or of an earlier day',
      `400 above ${MOST_COMMON_READINGS} readings of one day`,
    ],
  },
  correctCommonReading: {
    method: 'PUT',
    path: '/common-meters/:id/readings/:reading',
    who: 'manager',
    offline: 'refuse',
    summary: 'Corrects what a common meter showed, as long as no bill counts from it or up to it.',
    params: ReadingParams,
    body: ReadingCorrection,
    answer: CommonMeter,
    refuses: [BILLED, '400 for a value below the one before it or above the one after it'],
  },
  removeCommonReading: {
    method: 'DELETE',
    path: '/common-meters/:id/readings/:reading',
    who: 'manager',
    offline: 'refuse',
    summary: 'Removes a reading of a common meter that was wrong and never billed.',
    params: ReadingParams,
    answer: CommonMeter,
    refuses: [
      BILLED,
      '409 `first_reading` for the one from which the usage is counted',
      '409 `last_reading` for that of a meter that was removed',
      '400 where the reading after it would be below the one before it',
    ],
  },
  readCommonCost: {
    method: 'GET',
    path: '/common-meters/:id/readings/:reading/shares',
    who: 'manager',
    offline: 'keep',
    summary: 'What the usage up to a reading costs, and how it would be divided over the homes.',
    params: ReadingParams,
    answer: CommonCost,
    refuses: NOT_SHARED,
  },
  billCommonReading: {
    method: 'POST',
    path: '/common-meters/:id/readings/:reading/bill',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Bills each home its share of the usage up to a reading. The shares of vacant homes stay with the property.',
    params: ReadingParams,
    body: AgreedShares,
    status: 201,
    answer: CommonMeter,
    refuses: [
      ...NOT_SHARED,
      '409 `already_billed` for a reading that is billed',
      '409 `shares_changed` where the shares are not those that were shown',
    ],
  },
} as const satisfies Record<string, Route>;
