import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldMessages } from '../../contract/http/failure.ts';
import { NewPayment } from '../../contract/ledger/newEntry.ts';
import {
  MOST_POINTS,
  MOST_STROKES,
  NewSignature,
  SIGNATURE_TOO_LONG,
  signaturePath,
} from '../../contract/ledger/signature.ts';

/** What is said of a payment that is sent with this signature. */
const problemOf = (signature: unknown) => {
  const parsed = NewPayment.safeParse({ userId: 2, amount: 5, signature });
  return Object.values(fieldMessages(parsed.error ?? ({ issues: [] } as never)))[0];
};
const pointsOf = (count: number) => Array.from({ length: 2 * count }, (_, place) => place % 200);
const NOT_IN_BOX = 'A signature is a list of strokes, each the x and y of its points in a box of 600 by 200.';

describe('a signature', () => {
  test('may be left out of a payment, or be none', () => {
    expect(problemOf(undefined)).toBeUndefined();
    expect(problemOf(null)).toBeUndefined();
    expect(NewPayment.parse({ userId: 2, amount: 5 })).not.toHaveProperty('signature');
  });

  test.each([
    ['a dot', [[0, 0]]],
    ['a line to the corner', [[0, 0, 600, 200]]],
    ['the most strokes', Array.from({ length: MOST_STROKES }, () => [1, 1])],
    ['the most points', [pointsOf(MOST_POINTS)]],
  ])('of %s is taken as it is', (_, signature) => {
    expect(NewSignature.parse(signature)).toEqual(signature);
  });

  test.each([
    ['one stroke more', Array.from({ length: MOST_STROKES + 1 }, () => [1, 1])],
    ['one point more, in all', [pointsOf(MOST_POINTS - 1), pointsOf(2)]],
  ])('of %s is refused as too long', (_, signature) => {
    expect(problemOf(signature)).toBe(SIGNATURE_TOO_LONG);
  });

  test.each([
    ['no strokes', []],
    ['a stroke without points', [[1, 1], []]],
    ['half a point', [[1, 1, 2]]],
    ['a fraction', [[1.5, 1]]],
    ['a point left of the box', [[-1, 1]]],
    ['a point above it', [[1, -1]]],
    ['a point right of it', [[601, 1]]],
    ['a point below it', [[1, 201]]],
    ['text', [['1', '1']]],
    ['points that are lists', [[[1, 1]]]],
    ['a picture', 'data:image/png;base64,AAAA'],
  ])('of %s is refused, and says what one is', (_, signature) => {
    expect(problemOf(signature)).toBe(NOT_IN_BOX);
  });
});

describe('the path of a signature', () => {
  test('is a dot, a line, or a curve by the middle of its points', () => {
    expect(signaturePath([[10, 20]])).toBe('M10 20h0');
    expect(signaturePath([[10, 20, 30, 40]])).toBe('M10 20L30 40');
    expect(signaturePath([[0, 0, 10, 20, 30, 40, 35, 50]])).toBe('M0 0Q10 20 20 30Q30 40 32.5 45L35 50');
    expect(signaturePath([])).toBe('');
  });

  test('begins and ends each stroke where it was drawn, and contains nothing but commands and numbers', () => {
    const stroke = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 200 })), { minLength: 2 })
      .map((points) => points.flat());
    fc.assert(
      fc.property(fc.array(stroke, { minLength: 1, maxLength: 5 }), (strokes) => {
        const path = signaturePath(strokes);
        expect(path).toMatch(/^[MQLh\d. ]+$/);
        const drawn = path.split('M').slice(1);
        expect(drawn).toHaveLength(strokes.length);
        strokes.forEach((points, place) => {
          expect(drawn[place]).toMatch(new RegExp(`^${points[0]} ${points[1]}[QL]`));
          expect(drawn[place]).toMatch(new RegExp(`L${points.at(-2)} ${points.at(-1)}$`));
        });
      }),
    );
  });
});
