import sqlTag, { join, type Sql as Part } from 'sql-template-tag';
import { WRONG_MARKER } from '../../../contract/http/paging.ts';
import { isStorable, Timestamp } from '../../../contract/values/text.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { fieldError } from '../apiError.ts';
import type { Order, SortKey } from './listQuery.ts';
import { readOpaque } from './opaqueText.ts';

/** An expression: the place of a row in the order, from which its marker is written (`opaqueText.ts`). */
export function placeOf({ keys }: Order): Part {
  return sqlTag`json_build_array(${join(keys.map(asText))})`;
}

/**
 * A condition: whether a row comes after the place of a marker. A made-up place gives no more to see, since the list's own
 * condition is true too. Compared as a row, for which one index scan begins at the marker.
 * @throws {ApiError} 400
 */
export function isAfter(order: Order, marker: string): Part {
  const { keys, direction } = order;
  const place = readMarker(order, marker);
  const mine = join(keys.map(({ sql }) => sql));
  const theirs = join(keys.map(({ type }, index) => fromText(type, place[index] ?? '')));
  return direction === 'asc' ? sqlTag`(${mine}) > (${theirs})` : sqlTag`(${mine}) < (${theirs})`;
}

function asText({ sql, type }: SortKey): Part {
  return type === 'time' ? isoTimestamp(sql) : sqlTag`${sql}::text`;
}

function fromText(type: SortKey['type'], text: string): Part {
  if (type === 'time') return sqlTag`${text}::timestamptz`;
  if (type === 'number') return sqlTag`${text}::numeric`;
  return type === 'id' ? sqlTag`${text}::int` : sqlTag`${text}::text`;
}

const LARGEST_ID = 2 ** 31 - 1;

/** Whether PostgreSQL takes a text as a value of the type. */
const isValue: Record<SortKey['type'], (text: string) => boolean> = {
  text: isStorable,
  time: (text) => Timestamp.safeParse(text).success,
  number: (text) => /^(?:\d{1,100}|Infinity)$/.test(text),
  id: (text) => /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_ID,
};

function readMarker({ keys }: Order, marker: string): string[] {
  const place = readOpaque(marker);
  const isPlace =
    Array.isArray(place) &&
    place.length === keys.length &&
    keys.every(({ type }, index) => typeof place[index] === 'string' && isValue[type](place[index]));
  if (!isPlace) throw fieldError(400, 'after', WRONG_MARKER);
  return place as string[];
}
