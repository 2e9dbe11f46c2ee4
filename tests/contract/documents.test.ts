import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isThere, readPage } from '../support/pages.ts';

const DECISIONS = fileURLToPath(new URL('../../docs/decisions/', import.meta.url));

interface Decision {
  number: number;
  title: string;
  status: string;
  text: string;
}

/** The numbered records of every file in docs/decisions. */
const decisions = readdirSync(DECISIONS).flatMap((file): Decision[] =>
  readFileSync(DECISIONS + file, 'utf8')
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => {
      const [, number = '', title = '', status = ''] =
        /^## (\d+)\. (.+)\n\n\d{4}-\d\d-\d\d, (.+)\n/.exec(text) ?? [];
      return { number: Number(number), title, status, text };
    }),
);
const accepted = decisions.filter(({ status }) => status === 'accepted');

test('decision records are numbered without gaps, and docs/decisions.md lists each with its status', () => {
  const numbers = decisions.map(({ number }) => number).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: decisions.length }, (_, index) => index + 1));
  const listed = [...readPage('docs/decisions.md').matchAll(/^- (\d+\. .+)$/gm)].map(([, line]) => line);
  const expected = decisions.map(
    ({ number, title, status }) => `${number}. ${title}${status === 'accepted' ? '' : ` (${status})`}`,
  );
  expect(listed.sort()).toEqual(expected.sort());
});

test.each(decisions)('decision $number has a context, a decision and consequences', ({ status, text }) => {
  for (const part of ['Context', 'Decision', 'Consequences']) expect(text).toContain(`\n**${part}.** `);
  expect(status).toMatch(/^(accepted|superseded by \d+)$/);
  const successor = /\d+$/.exec(status)?.[0];
  if (successor) expect(accepted.map(({ number }) => number)).toContain(Number(successor));
});

test.each([
  ...['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/contributing.md', 'docs/deploy.md'].map(
    (page) => ({ page, text: readPage(page) }),
  ),
  ...accepted.map(({ number, text }) => ({ page: `decision ${number}`, text })),
])('every file that $page names exists', ({ text }) => {
  const paths = text.matchAll(
    /`((?:contract|server|src|sw|docs|scripts|tests|stripe-stand-in)\/[^`*{<> ]*)`/g,
  );
  for (const [, path = ''] of paths) expect(isThere(path), path).toBe(true);
});

test('package.json, the lock file and CHANGELOG.md agree on the version', () => {
  const { version } = JSON.parse(readPage('package.json')) as { version: string };
  const lock = JSON.parse(readPage('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version]);
  expect(/^## \[(\d\S*)\]/m.exec(readPage('CHANGELOG.md'))?.[1]).toBe(version);
});
