import { parseNumber } from '../../../contract/values/parseNumber.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';

/** What is typed of a reading without a bill. */
export const NO_READING = { value: '', read_on: '', note: '', estimated: false, rolled_over: false };
type TypedReading = typeof NO_READING;

/** A reading that waits on this device, as it was typed. */
export function typedReading({ input: { body } }: OutboxItem<'readMeter' | 'readCommonMeter'>): TypedReading {
  const { value, read_on = '', note, estimated = false, rolled_over = false } = body;
  return { value: String(value), read_on, note: note ?? '', estimated, rolled_over };
}

export function readingBody({ value, note, ...more }: TypedReading) {
  return { ...more, value: parseNumber(value), ...(note.trim() ? { note: note.trim() } : {}) };
}
