import { expect } from 'vitest';

const LENGTH = 10_000;
const OPENING = ['(', '[', '<', '"', "'", '“', '‘', '«'];
const CLOSING = [')', ']', '>', '"', "'", '”', '’', '»'];

/** Parts that a pattern may try again from each place, when what comes after the last one does not fit; none that grows when it is cleaned. */
const REPEATED = [
  ...[',', ';', '.', ', ', ' ', '\t', '\n', '\u00a0', '\u0085', '\u2028', '-', '- ', '−', '\u200b', '\u00ad'],
  ...[
    '0',
    '1',
    '1,',
    '1.',
    '123,',
    '1,234',
    '٣',
    '$',
    'USD ',
    'US $',
    '%',
    ' %',
    'a',
    'Ω',
    'é',
    'a\u0301\u0323',
    "'",
  ],
  ...[
    '@',
    'a@',
    'a.',
    'mailto:',
    '<a>',
    '<>,',
    '12:00',
    ' 1:00',
    '1/2/',
    'jan ',
    '1 jan',
    'Name <a@b.c>, ',
    '\\',
    '/',
  ],
];

/** Texts of 10,000 characters, with a name each, on which a pattern that backtracks takes the square or the cube of the length. */
const HOSTILE_TEXTS: readonly (readonly [string, string])[] = [
  ...[...REPEATED, ...OPENING, ...CLOSING].flatMap((part) => {
    const run = part.repeat(Math.ceil(LENGTH / part.length));
    return ['', 'x', '1', ')', '\u0001'].map(
      (end) =>
        [
          `${JSON.stringify(part)} to the end ${JSON.stringify(end)}`,
          `${end}${run}`.slice(0, LENGTH - 1) + end,
        ] as const,
    );
  }),
  ...OPENING.flatMap((open, index) =>
    ['', ',', ' ', '.'].map((part) => {
      const depth = part === '' ? LENGTH / 2 - 1 : 250;
      const inner = `${part.repeat(LENGTH - 2 * depth - 2)}x`;
      return [
        `${open} around ${JSON.stringify(part)}`,
        `${open.repeat(depth)}${inner}${CLOSING[index]!.repeat(depth)}`,
      ] as const;
    }),
  ),
];

/**
 * Fails where a text takes the square of its length: where four times as many characters take far more than four times as long, which
 * is the same on a slow and a busy machine. The fastest of some times counts, and what is over at once is not looked at.
 */
export function expectLinear(work: (text: string) => unknown): void {
  for (const [name, text] of HOSTILE_TEXTS) {
    let times: number[] = [];
    // What looks too slow is timed again, since another program can have the processor for all of a short time.
    for (let look = 0; look < 3; look++) {
      const whole = fastest(() => work(text));
      if (whole < 25) {
        times = [];
        break;
      }
      times = [whole, fastest(() => work(text.slice(-LENGTH / 4)))];
      if (whole < 1000 && whole / times[1]! < 10) break;
    }
    const [whole, quarter] = times;
    if (whole === undefined || quarter === undefined) continue;
    expect(whole / quarter, `${name}: ${whole} ms`).toBeLessThan(10);
    expect(whole, name).toBeLessThan(1000);
  }
}

/** Milliseconds; what takes a second is not tried again. */
function fastest(work: () => unknown): number {
  let least = Infinity;
  for (let time = 0; time < 5 && (time === 0 || least < 1000); time++) {
    const started = performance.now();
    work();
    least = Math.min(least, performance.now() - started);
  }
  return least;
}
