import { expect, test } from 'vitest';
import { readPage, testsNamedIn, titlesIn } from '../support/pages.ts';

const page = readPage('docs/reliability.md');

test('docs/reliability.md answers all 44 failure modes, each with a test', () => {
  const answers = page.split(/^\d+\. \*\*/m).slice(1);
  expect(answers).toHaveLength(44);
  for (const answer of answers) expect(answer).toMatch(/^ {3,4}- `tests\//m);
});

test.each(testsNamedIn(page))(
  '$file has the test that docs/reliability.md names: $title',
  ({ file, title }) => {
    expect(titlesIn(file)).toContain(title);
  },
);
