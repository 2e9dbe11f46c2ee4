import { expect, test } from 'vitest';
import { readPage, testsNamedIn, titlesIn } from '../support/pages.ts';

const page = readPage('docs/reliability.md');

test('the reliability page answers all 32 ways of failing, each with a test', () => {
  const answers = page.split(/^\d+\. \*\*/m).slice(1);
  expect(answers).toHaveLength(32);
  for (const answer of answers) expect(answer).toMatch(/^ {3,4}- `tests\//m);
});

test.each(testsNamedIn(page))(
  '$file has the test that the reliability page names: $title',
  ({ file, title }) => {
    expect(titlesIn(file)).toContain(title);
  },
);
