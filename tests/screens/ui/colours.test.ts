import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const styles = readFileSync('src/styles.css', 'utf8');

/** The colours of `:root` after this text of the style sheet, by name. */
function coloursAfter(marker: string): Map<string, string> {
  const block = styles.slice(styles.indexOf(marker)).split('}')[0] ?? '';
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
}

const light = coloursAfter(':root {');
const schemes = { light, dark: new Map([...light, ...coloursAfter('prefers-color-scheme: dark')]) };

/** Between 0 and 1, as WCAG 2.2 defines the relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21, as WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

// axe measures text only.
test.each(['light', 'dark'] as const)(
  'borders of controls, focus outlines and icons stand out from what is behind them in the %s scheme',
  (scheme) => {
    const colours = schemes[scheme];
    const colour = (name: string) => colours.get(name) ?? '';
    const weak = ['edge', 'focus', 'accent-ink', 'muted', 'danger', 'success', 'warning', 'info'].flatMap(
      (name) =>
        ['paper', 'surface', 'sunken']
          .map((behind) => ({ name, behind, ratio: contrast(colour(name), colour(behind)) }))
          .filter(({ ratio }) => !(ratio >= 3)),
    );
    expect(weak).toEqual([]);
  },
);

test('black on white has the contrast that WCAG names', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
});
