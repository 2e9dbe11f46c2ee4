import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { amountOf } from '../values/amount.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { id, IdParams, optionalText } from '../values/text.ts';
import { KEPT, SHARED_BY } from './commonShares.ts';
import { countsIn, newMeterFields, PlainReading, WRONG_MEASURE } from './installedMeter.ts';
import { METERS } from './meters.ts';
import { ReadingCorrection, ReadingParams } from './readingCorrection.ts';
import { CostLine } from './tariffCost.ts';

/** The most homes that share a meter. */
const MOST_HOMES = 500;
/** The most common meters of a property. */
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
    /** Newest first. */
    readings: z.array(CommonReading),
  }),
);
export type CommonMeter = z.infer<typeof CommonMeter>;

const HOMES = 'Please choose the homes that share the meter.';
const sharing = {
  place: lazySchema(() => z.optional(optionalText('The place of a meter must be text.', 100))),
  shared_by: lazySchema(() => z.enum(SHARED_BY, 'The cost is shared by area, by people or equally.')),
  unit_ids: lazySchema(() =>
    z.array(id(HOMES), HOMES).check(
      z.minLength(1, HOMES),
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

/** How the usage up to a reading is divided over the homes. */
export const CommonCost = lazySchema(() =>
  z.object({
    /** In the unit of bills. */
    usage: z.number(),
    from_on: z.iso.date(),
    to_on: z.iso.date(),
    /** Dollars. */
    cost: z.number(),
    working: z.array(CostLine),
    shared_by: z.enum(SHARED_BY),
    /** The weights of all homes together. */
    all: z.number(),
    shares: z.array(
      z.object({
        unit_id: z.int(),
        unit_number: z.string(),
        /** Who is billed; null where nobody lives there. */
        person: z.nullable(z.string()),
        /** Their id. Missing from a server of the version before. */
        user_id: z.optional(z.nullable(z.int())),
        weight: z.number(),
        /** Dollars. */
        amount: z.number(),
        /** Why it stays with the property; null for one that is billed. */
        kept: z.nullable(z.enum(KEPT)),
      }),
    ),
  }),
);
export type CommonCost = z.infer<typeof CommonCost>;

const AMOUNT = 'A share is an amount in dollars and cents.';
/** What was shown before it is billed, so that nothing else is. */
export const AgreedShares = lazySchema(() =>
  z.object({
    shares: z
      .array(
        z.object({
          unit_id: id(HOMES),
          amount: amountOf({ wrong: AMOUNT, finer: AMOUNT, least: 0, most: 1_000_000 }),
        }),
        HOMES,
      )
      .check(z.maxLength(MOST_HOMES, `At most ${MOST_HOMES} homes share a meter.`)),
  }),
);

const NOT_SHARED = [
  '409 `not_shared` where the cost cannot be divided: a home has no area, nobody lives there, or nothing was used',
];

const BILLED = '409 `reading_billed` for one that a bill counts from or up to';

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
    refuses: [
      '409 at `serial_number` for a number that a common meter of the same kind has already',
      `409 above ${MOST_COMMON_METERS} common meters of a property`,
    ],
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
