/**
 * Returns a function that returns pseudo-random whole numbers from `least` to `most`. The same seed gives the same
 * numbers (mulberry32).
 */
export function seededRandom(seed: string): (least: number, most: number) => number {
  let state = 0;
  for (const letter of seed) state = (Math.imul(state, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return (least, most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const share = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return least + Math.floor(share * (most - least + 1));
  };
}
