import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { Failure } from '../../../contract/http/failureSchema.ts';

/**
 * The number of runs of a property. The suite uses a fixed seed; `FUZZ=20` makes twenty times as many runs, with a random
 * seed.
 */
export function tries(numRuns: number): fc.Parameters<unknown> {
  const times = Number(process.env.FUZZ ?? 0);
  return times > 0 ? { numRuns: numRuns * times } : { numRuns, seed: 20261121 };
}

const texts = [
  '',
  ' ',
  'half \udfff of a letter',
  '\u202eexe.gpj',
  '\u200b',
  "Robert'); drop table users; --",
  '$1',
  '%s%n%00',
  '../../../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '${7*7}{{7*7}}',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e999',
  '1_000',
  '١٢٣',
  '2026-13-45T99:99:99Z',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '__proto__',
  'constructor',
  'toString',
  'true',
  'null',
  '[object Object]',
  '9'.repeat(400),
  'x'.repeat(70_000),
  '👩‍👩‍👧‍👦'.repeat(1000),
];
const numbers = [
  -1,
  0,
  -0,
  0.1 + 0.2,
  1.005,
  1e-7,
  1e-320,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  999_999_999,
  1e21,
  -1.7e308,
];

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  // Text that databases handle badly.
  { weight: 1, arbitrary: fc.constantFrom('\0', 'a\0b', '\ud800') },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

const nested = (depth: number): unknown => {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
};

/** Hostile ids for a URL. */
export const hostileId = fc.oneof(
  fc.constantFrom(
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    '2147483648',
    '99999999999',
    '9'.repeat(400),
    'NaN',
    '%00',
    '%D9%A1',
  ),
  hostileText.map(encoded),
);

/** The URL-encoded text, shortened. */
export function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()).slice(0, 3000);
}

/** Hostile JSON values for a field. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.oneof(fc.constantFrom(...numbers), fc.double({ noNaN: true, noDefaultInfinity: true })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { id: 1 }, { length: 1e9 }),
  },
  fc.constant(nested(500)),
  fc.constant(Array.from({ length: 3000 }, (_, index) => index)),
  fc.constant({ toString: 'x', valueOf: 1, toJSON: 2, then: 3, hasOwnProperty: 4 }),
  fc.array(hostileText, { maxLength: 4 }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
);

/** A record of these fields, some hostile or missing, and sometimes an unknown field. */
export function hostileRecord(good: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const few = fc.subarray(Object.keys(good), { maxLength: Math.min(2, Object.keys(good).length) });
  const values = fc.array(fc.option(hostileValue, { nil: undefined, freq: 6 }), {
    minLength: 2,
    maxLength: 2,
  });
  const more = fc.dictionary(hostileText, hostileValue, { maxKeys: 1 });
  return fc.tuple(few, values, more).map(([names, given, unasked]) => ({
    ...unasked,
    ...good,
    ...Object.fromEntries(names.map((name, index) => [name, given[index]])),
  }));
}

/** Malformed or hostile JSON texts. */
export const hostileJson = fc.constantFrom(
  '',
  'null',
  '0',
  '"text"',
  '[',
  '{"a":1',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '{"__proto__":{"is_manager":true}}',
  '{"constructor":{"prototype":{"is_manager":true}}}',
  '{"information":"a","information":{"b":1}}',
  '{"amount":1e400,"userId":2,"description":"x"}',
  '{"information":"\\u0000"}',
  '{"information":"\\ud800"}',
  "{'a':1}",
  'undefined',
  '['.repeat(50_000),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{${Array.from({ length: 5000 }, (_, index) => `"k${index}":1`).join()}}`,
);

/** A pattern of internal details: stacks, SQL, database errors, paths, hashes, secrets. */
const INSIDE =
  /\bat \S+ \(|node:internal|node_modules|\.[jt]s:\d|\$argon2|password_hash|select [\w\s,*]+ from|insert into|syntax error|relation "|column "|violates|invalid input syntax|invalid byte|surrogate|ECONN|ENOENT|\/tmp\/|PGlite|postgres|undefined is not|of undefined|Cannot read|TypeError/i;

/** The allowed statuses of refusals. */
const REFUSALS = new Set([400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 503]);

/** Expects an answer that is no 500, has the one shape of errors if it is refused, and reveals nothing internal. */
export function expectHarmless({ statusCode, headers, body }: LightMyRequestResponse, asked: unknown): void {
  const context = () => `${JSON.stringify(asked).slice(0, 2000)}\n${statusCode} ${body.slice(0, 500)}`;
  if (statusCode >= 400 && !REFUSALS.has(statusCode)) expect.fail(`No refusal of the contract: ${context()}`);
  if (INSIDE.test(body)) expect.fail(`It tells of the inside: ${context()}`);
  if (statusCode < 400) return;
  const { success, data } = Failure.safeParse(JSON.parse(body || 'null'));
  if (!success || data.message !== data.error || data.message === '')
    expect.fail(`Not our shape: ${context()}`);
  expect(headers['content-type'], context()).toBe('application/json; charset=utf-8');
  expect(headers['x-porchlight'], context()).toBe('1');
}
