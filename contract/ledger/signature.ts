import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';

/** The box in which a signature is drawn, whatever the size of the screen. */
export const SIGNATURE_BOX = { width: 600, height: 200 } as const;

/** How much a signature may contain; one of a long name has some 20 strokes and 600 points. */
export const MOST_STROKES = 60;
export const MOST_POINTS = 3000;

const { width, height } = SIGNATURE_BOX;
const NOT_IN_BOX = `A signature is a list of strokes, each the x and y of its points in a box of ${width} by ${height}.`;
export const SIGNATURE_TOO_LONG = 'This signature is too long. Please clear it and sign again.';

/** A drawn signature: its strokes, each the x and y of its points in turn. */
export const Signature = lazySchema(() => z.array(z.array(z.int())));
export type Signature = z.infer<typeof Signature>;

/** A signature that a caller gives. */
export const NewSignature = lazySchema(() =>
  z
    .array(
      z
        .array(z.int(NOT_IN_BOX).check(z.minimum(0, NOT_IN_BOX), z.maximum(width, NOT_IN_BOX)), NOT_IN_BOX)
        .check(z.refine(isStroke, NOT_IN_BOX)),
      NOT_IN_BOX,
    )
    .check(
      z.minLength(1, NOT_IN_BOX),
      z.maxLength(MOST_STROKES, SIGNATURE_TOO_LONG),
      z.refine((strokes) => strokes.flat().length <= 2 * MOST_POINTS, SIGNATURE_TOO_LONG),
    ),
);

/** Whether a list is of whole points, at least one, none of them below the box. */
function isStroke(numbers: readonly number[]): boolean {
  return (
    numbers.length > 0 &&
    numbers.length % 2 === 0 &&
    numbers.every((number, place) => place % 2 === 0 || number <= height)
  );
}

/** A signature as the `d` of an SVG path. Drawn with round line caps, a stroke of one point is a dot. */
export function signaturePath(strokes: Signature): string {
  return strokes.map(strokePath).join('');
}

function strokePath(stroke: readonly number[]): string {
  const points = Array.from(
    { length: Math.floor(stroke.length / 2) },
    (_, place) => stroke.slice(2 * place, 2 * place + 2) as [x: number, y: number],
  );
  const [first, ...between] = points;
  const last = between.pop();
  if (!first) return '';
  if (!last) return `M${first.join(' ')}h0`;
  // From the middle of two points to the next middle, so that the line has no corners.
  const curves = between.map(([x, y], place) => {
    const [nextX, nextY] = between[place + 1] ?? last;
    return `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`;
  });
  return `M${first.join(' ')}${curves.join('')}L${last.join(' ')}`;
}
