import { expect, test } from 'vitest';
import { isThere, readPage, testsNamedIn, titlesIn } from '../support/pages.ts';

const page = readPage('docs/security.md');

test('docs/security.md covers all 14 chapters, each with a test', () => {
  const chapters = page.split(/^## V\d+ /m).slice(1);
  expect(chapters).toHaveLength(14);
  for (const chapter of chapters) expect(chapter).toMatch(/^- `tests\//m);
});

test.each(testsNamedIn(page))('$file has the test that docs/security.md names: $title', ({ file, title }) => {
  expect(titlesIn(file)).toContain(title);
});

test('every file that the security page names is there', () => {
  const files = [...page.matchAll(/`((?:contract|server|src|sw|docs|stripe-stand-in)\/[^`]+\.\w+)`/g)];
  expect(files.length).toBeGreaterThan(20);
  for (const [, file = ''] of files) expect(isThere(file), file).toBe(true);
});
