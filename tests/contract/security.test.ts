import { expect, test } from 'vitest';
import { isThere, readPage, testsNamedIn, titlesIn } from '../support/pages.ts';

const page = readPage('docs/security.md');

/**
 * The requirements of levels 1 and 2 in ASVS 5.0.0, by chapter. `1.2.1–9` is nine of them. OAuth (10) and WebRTC (17), which
 * are not used, are left out. Source: 5.0/docs_en of https://github.com/OWASP/ASVS at v5.0.0.
 */
const REQUIREMENTS: Record<number, string> = {
  1: '1.1.1–2 1.2.1–9 1.3.1–11 1.4.1–3 1.5.1–2',
  2: '2.1.1–3 2.2.1–3 2.3.1–4 2.4.1',
  3: '3.2.1–2 3.3.1–4 3.4.1–6 3.5.1–5 3.7.1–2',
  4: '4.1.1–3 4.2.1 4.3.1–2 4.4.1–4',
  5: '5.1.1 5.2.1–3 5.3.1–2 5.4.1–3',
  6: '6.1.1–3 6.2.1–12 6.3.1–4 6.4.1–4 6.5.1–5 6.6.1–3 6.8.1–4',
  7: '7.1.1–3 7.2.1–4 7.3.1–2 7.4.1–5 7.5.1–2 7.6.1–2',
  8: '8.1.1–2 8.2.1–3 8.3.1 8.4.1',
  9: '9.1.1–3 9.2.1–4',
  11: '11.1.1–2 11.2.1–3 11.3.1–3 11.4.1–4 11.5.1 11.6.1',
  12: '12.1.1–3 12.2.1–2 12.3.1–4',
  13: '13.1.1 13.2.1–5 13.3.1–2 13.4.1–5',
  14: '14.1.1–2 14.2.1–4 14.3.1–3',
  15: '15.1.1–3 15.2.1–3 15.3.1–7',
  16: '16.1.1 16.2.1–5 16.3.1–4 16.4.1–3 16.5.1–3',
};

function numbersIn(text: string): Set<string> {
  const numbers = [...text.matchAll(/\b(\d+\.\d+)\.(\d+)(?:–(\d+))?\b/g)].flatMap(
    ([, section = '', first = '', last = first]) =>
      Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, index) => `${section}.${Number(first) + index}`,
      ),
  );
  return new Set(numbers);
}

const chapters = new Map(
  page
    .split(/^## V/m)
    .slice(1)
    .map((text) => [Number.parseInt(text), text]),
);

test('docs/security.md has the 17 chapters of the standard', () => {
  expect([...chapters.keys()]).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
});

test.each(Object.entries(REQUIREMENTS))(
  'chapter V%s of docs/security.md names each requirement, and a test',
  (chapter, requirements) => {
    const text = chapters.get(Number(chapter)) ?? '';
    expect([...numbersIn(text)].sort()).toEqual([...numbersIn(requirements)].sort());
    expect(text).toMatch(/^- `tests\//m);
  },
);

test.each([10, 17])('chapter V%i of docs/security.md says that it does not apply', (chapter) => {
  expect(chapters.get(chapter)).toContain('**Does not apply.**');
});

test.each(testsNamedIn(page))('$file has the test that docs/security.md names: $title', ({ file, title }) => {
  expect(titlesIn(file)).toContain(title);
});

test('every file that the security page names is there', () => {
  const files = [...page.matchAll(/`((?:contract|server|src|sw|docs|stripe-stand-in)\/[^`]+\.\w+)`/g)];
  expect(files.length).toBeGreaterThan(20);
  for (const [, file = ''] of files) expect(isThere(file), file).toBe(true);
});
