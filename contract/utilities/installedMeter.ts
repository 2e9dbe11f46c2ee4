import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { isExact, toHundredths, toTenThousandths } from '../values/money.ts';
import { givenDay, id, nameText, optionalText, requiredText, personId } from '../values/text.ts';
import { shownPhotos } from '../photos/recordPhotos.ts';
import { METERS, type Meter } from './meters.ts';
import { photosOfReading } from './readingPhotos.ts';

/** What a meter may count in, the unit of bills first, and what 1 of it is of that unit. */
export const MEASURES: Record<Meter, Readonly<Record<string, number>>> = {
  water: { gal: 1, kgal: 1000, 'ft³': 7.4805, CCF: 748.0519, 'm³': 264.1721 },
  electric: { kWh: 1, MWh: 1000 },
  gas: { therms: 1, CCF: 1.037, 'ft³': 0.0104, 'm³': 0.3662 },
};

/** A moment of a meter: what it showed, and on which day. */
export const ShownValue = lazySchema(() =>
  z.object({
    id: z.int(),
    value: z.number(),
    read_on: z.iso.date(),
    estimated: z.boolean(),
  }),
);
export type ShownValue = z.infer<typeof ShownValue>;

/** A meter of a home. One that was removed has its day. */
export const InstalledMeter = lazySchema(() =>
  z.object({
    id: z.int(),
    unit_id: z.int(),
    kind: z.enum(METERS),
    serial_number: z.string(),
    /** What it counts in, such as `CCF`. */
    measure: z.string(),
    digits: z.int(),
    multiplier: z.number(),
    place: z.nullable(z.string()),
    installed_on: z.iso.date(),
    removed_on: z.nullable(z.iso.date()),
    /** The meter that it was exchanged for. */
    replaces: z.nullable(z.int()),
    /** What the next bill counts from: up to where its usage is billed, or a later reading that is in no bill. */
    last: ShownValue,
    /**
     * The first day of those who live there: what it counted before is not theirs. Null where nothing says so, missing
     * from a server of the version before.
     */
    lived_in_since: z.optional(z.nullable(z.iso.date())),
    /** Usage between two readings that no bill has, such as that of a meter before it was exchanged. */
    unbilled: z.array(z.object({ from: ShownValue, to: ShownValue })),
    /** The usage of up to six last bills, the latest first, with that of the meter it replaces. */
    recent: z.array(z.number()),
    /** Why it was not read, if nothing was since. */
    skipped: z.nullable(z.object({ reason: z.string(), read_on: z.iso.date() })),
  }),
);
export type InstalledMeter = z.infer<typeof InstalledMeter>;

const A_VALUE = 'Please enter what the meter shows, such as 4521.';
/** Above what a meter of the most digits shows. */
const HIGHEST_VALUE = 999_999_999.99;

/** What a meter shows. */
export const meterValue = lazySchema(() =>
  z.number(A_VALUE).check(
    z.minimum(0, A_VALUE),
    z.maximum(HIGHEST_VALUE, A_VALUE),
    z.refine(
      (value) => value < 0 || isExact(toHundredths, value),
      'What a meter shows can have at most 2 decimals.',
    ),
  ),
);

const DIGITS = 'A meter has 3 to 9 digits before its decimal point.';
const MULTIPLIER = 'A multiplier is a number above zero, with at most 4 decimals.';

const ALL_MEASURES = [...new Set(METERS.flatMap((kind) => Object.keys(MEASURES[kind])))];

const described = {
  serial_number: lazySchema(() => nameText('Please enter the number on the meter.', 40)),
  measure: lazySchema(() => z.enum(ALL_MEASURES, 'Please say what the meter counts in.')),
  digits: lazySchema(() => z.int(DIGITS).check(z.minimum(3, DIGITS), z.maximum(9, DIGITS))),
  multiplier: lazySchema(() =>
    z
      .number(MULTIPLIER)
      .check(
        z.refine((value) => value > 0 && value <= 1_000_000 && isExact(toTenThousandths, value), MULTIPLIER),
      ),
  ),
  place: lazySchema(() => z.optional(optionalText('The place of a meter must be text.', 100))),
};

const day = lazySchema(() => givenDay('A day is written like 2026-11-21.'));
const flag = (name: string) => z.optional(z.boolean(`${name} must be true or false.`));

const UNKNOWN_MEASURE = 'This kind of meter does not count in this.';

/** What is said of a meter as it is added. */
export const newMeterFields = {
  kind: lazySchema(() => z.enum(METERS, 'A meter is for water, electric or gas.')),
  ...described,
  /** Today by default. */
  installed_on: lazySchema(() => z.optional(day)),
  first_value: meterValue,
};

/** Whether a kind of meter counts in this. */
export const countsIn = ({ kind, measure }: { kind: Meter; measure: string }): boolean =>
  Object.hasOwn(MEASURES[kind], measure);
export const WRONG_MEASURE = { error: UNKNOWN_MEASURE, path: ['measure'] };

export const NewMeter = lazySchema(() => z.object(newMeterFields).check(z.refine(countsIn, WRONG_MEASURE)));
export type NewMeter = z.input<typeof NewMeter>;

/** What is corrected holds from the next bill on. */
export const MeterCorrection = lazySchema(() => z.object(described));
export type MeterCorrection = z.input<typeof MeterCorrection>;

/** The last value of a meter that is taken away. */
const removal = {
  last_value: meterValue,
  /** Whether the last value is no reading but what it will have been. */
  last_estimated: lazySchema(() => flag('last_estimated')),
  /** Needed where the last value is below that of the last bill. */
  last_rolled_over: lazySchema(() => flag('last_rolled_over')),
};

export const MeterRemoval = lazySchema(() => z.object({ ...removal, removed_on: z.optional(day) }));
export type MeterRemoval = z.input<typeof MeterRemoval>;

/** A new meter in the place of another one, which counts in the same. */
export const MeterExchange = lazySchema(() =>
  z.object({
    ...removal,
    serial_number: described.serial_number,
    digits: described.digits,
    multiplier: described.multiplier,
    first_value: meterValue,
    /** Today by default. */
    exchanged_on: z.optional(day),
  }),
);
export type MeterExchange = z.input<typeof MeterExchange>;

export const MeterSkip = lazySchema(() =>
  z.object({
    reason: requiredText('Please say why the meter is not read.', 200),
    /** Today by default. */
    read_on: z.optional(day),
  }),
);

/** What a meter showed as those who live there moved in. Only what it counts from then on is theirs. */
export const OpeningValue = lazySchema(() =>
  z.object({ value: meterValue, read_on: day, estimated: flag('estimated') }),
);
export type OpeningValue = z.input<typeof OpeningValue>;

/** A reading that is in no bill, such as at a move. The next bill counts from it. */
export const PlainReading = lazySchema(() =>
  z.object({
    value: meterValue,
    /** Today by default. */
    read_on: z.optional(day),
    estimated: flag('estimated'),
    /** Needed where the value is below the last one. */
    rolled_over: flag('rolled_over'),
    note: z.optional(optionalText('A note must be text.', 200)),
    following_photos: photosOfReading,
  }),
);
export type PlainReading = z.input<typeof PlainReading>;

/** What a meter shows, as it is billed. */
export const BilledReading = lazySchema(() =>
  z.object({
    meter_id: id('Please say which meter was read.'),
    /** The reading that it is counted from: `last` of the meter. */
    from: id('Please say from which reading on the usage is counted.'),
    value: meterValue,
    /** Today by default. */
    read_on: z.optional(day),
    estimated: flag('estimated'),
    /** Needed where the value is below the one that it is counted from. */
    rolled_over: flag('rolled_over'),
    note: z.optional(optionalText('A note must be text.', 200)),
    following_photos: photosOfReading,
    /** The value is that of a new meter, which was found in the place of this one. */
    exchange: z.optional(MeterExchange),
    /** What it showed when they moved in. Needed where it was read last before that. */
    opening: z.optional(OpeningValue),
  }),
);
export type BilledReading = z.input<typeof BilledReading>;

/** The most readings of a bill. */
export const MOST_READINGS = 20;

export const BilledReadings = lazySchema(() =>
  z
    .array(BilledReading, 'The readings of a bill are a list.')
    .check(
      z.minLength(1, 'A bill by meters needs a reading.'),
      z.maxLength(MOST_READINGS, `A bill has at most ${MOST_READINGS} readings.`),
    ),
);

/** One reading of a meter, the first and the last of it among them. */
export const MeterReading = lazySchema(() =>
  z.object({
    id: z.int(),
    kind: z.enum(['installed', 'read', 'removed', 'skipped']),
    value: z.nullable(z.number()),
    read_on: z.iso.date(),
    estimated: z.boolean(),
    reason: z.nullable(z.string()),
    note: z.nullable(z.string()),
    /** The author, and the name; null where the account is not there any more. */
    author_id: personId,
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    /** What was billed up to it, in the unit of bills; null where nothing is. */
    usage: z.nullable(z.number()),
    /** Whether a bill counts from it or up to it, and whether it may be corrected. Missing from a server of the version before. */
    billed: z.optional(z.boolean()),
    correctable: z.optional(z.boolean()),
    ...shownPhotos.shape,
  }),
);
export type MeterReading = z.infer<typeof MeterReading>;
