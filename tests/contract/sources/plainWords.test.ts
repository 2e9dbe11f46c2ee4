import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesIn } from '../../../scripts/sources.mjs';

/** Words that readers stumble over, each with the one that stands in its place. */
const WORDS = [
  { word: /\banew\b/i, instead: 'again' },
  // In quotes alone it is a status in the database or what a service worker answers, which earlier versions know too.
  { word: /(?<!')\bbegun\b(?!')/i, instead: 'started' },
  { word: /\b(holds|hold) (no|any) more\b|\bdoes not hold\b/i, instead: 'is no longer valid' },
  { word: /\btell[A-Z]\w*\(/, instead: 'notify…, send… or report…' },
];

const FOLDERS = ['contract', 'server', 'src', 'sw', 'scripts', 'stripe-stand-in'];

test.each(WORDS)('texts, names and comments say "$instead" and not $word', ({ word }) => {
  const found = FOLDERS.flatMap((folder) => filesIn(folder))
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (word.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});
