import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { shownPhotos } from '../photos/recordPhotos.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { givenDay, id, IdParams, MessageAnswer, optionalText, personId } from '../values/text.ts';
import { meterValue } from './installedMeter.ts';
import { METERS } from './meters.ts';
import { photosOfReading } from './readingPhotos.ts';

const meter = () => ({
  kind: z.enum(METERS),
  serial_number: z.string(),
  measure: z.string(),
  unit_number: z.string(),
  property_name: z.string(),
  /** What it showed last, and when. */
  last_value: z.number(),
  last_on: z.iso.date(),
});

/** What a resident sent, and whether management took it. */
const Sent = lazySchema(() =>
  z.object({
    /** Left out by the version before. */
    id: z.optional(z.int()),
    value: z.number(),
    read_on: z.iso.date(),
    state: z.enum(['waiting', 'declined']),
    /** Why it was declined. */
    reason: z.nullable(z.string()),
    ...shownPhotos.shape,
  }),
);

/** A meter of one's home that management asked to be read, until it is. */
export const AskedReading = lazySchema(() =>
  z.object({
    ...meter(),
    meter_id: z.int(),
    digits: z.int(),
    place: z.nullable(z.string()),
    asked_on: z.iso.date(),
    sent: z.nullable(Sent),
  }),
);
export type AskedReading = z.infer<typeof AskedReading>;

/** A reading that a resident sent, and that waits for management. */
export const SentReading = lazySchema(() =>
  z.object({
    ...meter(),
    id: z.int(),
    meter_id: z.int(),
    unit_id: z.int(),
    property_id: z.int(),
    digits: z.int(),
    /** Who sent it, and the name. */
    author_id: personId,
    first_name: z.string(),
    last_name: z.string(),
    value: z.number(),
    read_on: z.iso.date(),
    note: z.nullable(z.string()),
    ...shownPhotos.shape,
  }),
);
export type SentReading = z.infer<typeof SentReading>;

/** What a resident reads at a meter. */
export const NewSentReading = lazySchema(() =>
  z.object({
    value: meterValue,
    read_on: givenDay('A day is written like 2026-11-21.'),
    note: z.optional(optionalText('A note must be text.', 200)),
    following_photos: photosOfReading,
  }),
);

const HOMES = 'Please choose the homes to ask.';
/** The most homes that are asked at once. */
const MOST_ASKED = 10_000;

export const ReadingRequest = lazySchema(() =>
  z.object({
    unit_ids: z
      .array(id(HOMES), HOMES)
      .check(
        z.minLength(1, HOMES),
        z.maxLength(MOST_ASKED, `At most ${MOST_ASKED} homes are asked at once.`),
      ),
  }),
);

export const SentReadingAnswer = lazySchema(() =>
  z.object({
    approved: z.boolean('A reading is approved or not.'),
    /** Needed where it is below the last one. */
    rolled_over: z.optional(z.boolean('rolled_over must be true or false.')),
    /** Told to the resident where it is declined. */
    reason: z.optional(optionalText('A reason must be text.', 200)),
  }),
);

/** The calls by which management asks residents for readings, and they send them. */
export const sentReadingRoutes = {
  listAskedReadings: {
    method: 'GET',
    path: '/meter-readings/asked',
    who: 'signed-in',
    offline: 'keep',
    summary: 'The meters of one’s own home that management asked to be read, until they are.',
    answer: lazySchema(() => z.array(AskedReading)),
  },
  listSentReadings: {
    method: 'GET',
    path: '/meter-readings/sent',
    who: 'manager',
    offline: 'keep',
    summary: 'The readings that residents sent and that wait for management.',
    answer: lazySchema(() => z.array(SentReading)),
  },
  askForReadings: {
    method: 'POST',
    path: '/meter-readings/requests',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Asks those who live in homes with meters for their readings. A home that was asked before is asked again.',
    body: ReadingRequest,
    status: 201,
    answer: MessageAnswer,
    refuses: ['409 `no_meters` where none of the homes has a meter and somebody who lives there'],
  },
  sendReading: {
    method: 'POST',
    path: '/meters/:id/sent-readings',
    who: 'signed-in',
    offline: 'queue',
    summary:
      'Sends management what a meter of one’s own home shows, where it was asked for. Sent again, it and its photos replace the one before. No bill is made of it alone.',
    params: IdParams,
    body: NewSentReading,
    status: 201,
    answer: lazySchema(() => z.array(AskedReading)),
    refuses: ['404 for a meter of another home', '409 `not_asked` where nobody asks for it any more'],
  },
  answerSentReading: {
    method: 'PUT',
    path: '/meter-readings/sent/:id',
    who: 'manager',
    offline: 'queue',
    summary:
      'Approves what a resident sent, as a reading without a bill that has its photos, or declines it.',
    params: IdParams,
    body: SentReadingAnswer,
    answer: MessageAnswer,
    refuses: [
      '404 for one that is not there',
      '409 `already_answered`',
      '400 for a value below the last one, unless it rolled over',
    ],
  },
} as const satisfies Record<string, Route>;
