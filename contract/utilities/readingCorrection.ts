import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { IdParam } from '../values/text.ts';
import { meterValue } from './installedMeter.ts';

export const ReadingParams = lazySchema(() => z.object({ id: IdParam, reading: IdParam }));

/** What a meter showed indeed, such as before it was removed. */
export const ReadingCorrection = lazySchema(() => z.object({ value: meterValue }));

/** What is said where a bill counts from a reading, or up to it. */
export const READING_IS_BILLED =
  'A bill has this reading. To correct it, take that bill back in the ledger first; its usage is then billed again as it is corrected.';
