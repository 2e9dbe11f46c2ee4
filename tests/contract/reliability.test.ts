import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const page = read('docs/reliability.md');

/** Each "`file`: title" of the page, whether in a list or a table. */
const named = [...page.matchAll(/`(tests\/[^`]+\.test\.tsx?)`: (.+?) *(?:\||$)/gm)].map(
  ([, file = '', title = '']) => ({ file, title }),
);

test('the reliability page answers all 32 ways of failing, each with a test', () => {
  const answers = page.split(/^\d+\. \*\*/m).slice(1);
  expect(answers).toHaveLength(32);
  for (const answer of answers) expect(answer).toMatch(/^ {3,4}- `tests\//m);
});

test.each(named)('$file has the test that the reliability page names: $title', ({ file, title }) => {
  const titles = [...read(file).matchAll(/^\s*(?:test\(|test\.each[^]*?\)\(\s*)(['"`])(.+?)\1,/gm)].map(
    ([, , found]) => found,
  );
  expect(titles).toContain(title);
});
