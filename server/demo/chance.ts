/** A random whole number from `least` to `most`; the same seed gives the same numbers. */
export type Chance = (least: number, most: number) => number;

/** The mulberry32 generator, seeded with a name. */
export function chanceOf(seed: string): Chance {
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
