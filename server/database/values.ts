import pg from 'pg';

/**
 * Values on their way in and out, alike for the embedded database and a server. In: everything
 * becomes PostgreSQL's own text form here, so that neither driver's guesses come into play.
 */

/** An array in PostgreSQL's notation, kept apart from text so that a json column can refuse it. */
export class ArrayLiteral {
  constructor(readonly text: string) {}
  /** Called by `pg`. */
  toPostgres(): string {
    return this.text;
  }
  /** Called by PGlite. */
  toString(): string {
    return this.text;
  }
}

export type Encoded = string | ArrayLiteral | null;

/**
 * The text form of a value for a parameter. An array becomes a PostgreSQL array, unless `asJson`.
 * Throws a TypeError for what cannot be a value: promises, functions, symbols, invalid dates.
 */
export function encode(value: unknown, asJson = false): Encoded {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      break;
    default:
      throw new TypeError(`A ${typeof value} cannot be a value of an SQL statement.`);
  }
  if (value instanceof Date) return value.toISOString();
  // Of whichever realm: a page's own class, as in tests, is another than Node's.
  if (ArrayBuffer.isView(value)) {
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  }
  if (Array.isArray(value) && !asJson) return new ArrayLiteral(arrayText(value));
  if ('then' in value)
    throw new TypeError(
      'A promise cannot be a value of an SQL statement: await it first, and nest with part`…`.',
    );
  return JSON.stringify(value);
}

function arrayText(items: readonly unknown[]): string {
  const texts = items.map((item) => {
    if (Array.isArray(item)) return arrayText(item);
    const encoded = encode(item);
    return encoded === null ? 'NULL' : `"${String(encoded).replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${texts.join(',')}}`;
}

/** For PGlite, which knows each parameter's type: `[]` would be stored as `{}`, an empty object. */
export function refuseArrayAsJson(value: unknown): string {
  if (value instanceof ArrayLiteral) {
    throw new TypeError('An array meant as JSON needs the cast right behind it: write ${list}::jsonb.');
  }
  return String(value);
}

const asIs = (text: string) => text;
// Our exact numbers are numeric(14,2) and smaller, which a double holds exactly.
const asNumber = (text: string) => Number(text);
const asSafeInteger = (text: string) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a JavaScript number.`);
  return number;
};
// Sessions are in UTC. Read by hand, since JavaScript takes several times as long over a date in this form.
const INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;
const asInstant = (text: string) => {
  const [, day, time, fraction = ''] = INSTANT.exec(text) ?? [];
  // Any other form, such as that of a year beyond 9999.
  if (!day || !time) return new Date(text).toISOString();
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
};
const asJsonValue = (text: string): unknown => JSON.parse(text);

/** By PostgreSQL's type number; a type that is not here stays text. */
export const parsers: Record<number, (text: string) => unknown> = {
  16: (text) => text === 't', // boolean
  17: (text) => Buffer.from(text.slice(2), 'hex'), // bytea
  20: asSafeInteger, // int8
  21: asNumber, // int2
  23: asNumber, // int4
  26: asNumber, // oid
  114: asJsonValue, // json
  700: asNumber, // float4
  701: asNumber, // float8
  1082: asIs, // date
  1114: asIs, // timestamp
  1184: asInstant, // timestamptz
  1700: asNumber, // numeric
  3802: asJsonValue, // jsonb
};

// Array type → element type. PGlite derives its own; `pg` asks for each.
const elementOf: Record<number, number> = {
  1000: 16, 1001: 17, 1005: 21, 1007: 23, 1009: 25, 1014: 1042, 1015: 1043, 1016: 20, 1021: 700, 1022: 701,
  1028: 26, 1115: 1114, 1182: 1082, 1185: 1184, 1231: 1700, 199: 114, 2951: 2950, 3807: 3802,
}; // prettier-ignore

const TEXT_ARRAY = 1009;
const splitArray = (pg.types.getTypeParser as (type: number) => (text: string) => unknown[])(TEXT_ARRAY);

/** The parser that `pg` is given for a type. */
export function parserFor(type: number): (text: string) => unknown {
  const element = elementOf[type];
  if (element === undefined) return parsers[type] ?? asIs;
  const parse = parsers[element] ?? asIs;
  const each = (item: unknown): unknown =>
    item === null ? null : Array.isArray(item) ? item.map(each) : parse(item as string);
  return (text) => splitArray(text).map(each);
}
