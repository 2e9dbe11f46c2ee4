import { afterAll, afterEach, beforeEach } from 'vitest';
import { format } from 'node:util';

// An unexpected console.error or console.warn fails the test.

interface Complaint {
  method: 'error' | 'warn';
  text: string;
}

let complaints: Complaint[] = [];
let expected: { pattern: RegExp | string; method: Complaint['method']; seen: boolean }[] = [];

for (const method of ['error', 'warn'] as const) {
  console[method] = (...args: unknown[]) => {
    complaints.push({ method, text: format(...args) });
  };
}

/** Expects `console.error` to print something that matches `pattern`; the test fails if it does not. */
export function expectConsoleError(pattern: RegExp | string): void {
  expected.push({ pattern, method: 'error', seen: false });
}

/** The same for `console.warn`. */
export function expectConsoleWarn(pattern: RegExp | string): void {
  expected.push({ pattern, method: 'warn', seen: false });
}

function settle(): void {
  const unexpected = complaints.filter((complaint) => {
    const match = expected.find(
      ({ pattern, method }) =>
        method === complaint.method &&
        (typeof pattern === 'string' ? complaint.text.includes(pattern) : pattern.test(complaint.text)),
    );
    if (match) match.seen = true;
    return !match;
  });
  const missing = expected.filter(({ seen }) => !seen);
  complaints = [];
  expected = [];
  if (unexpected.length > 0) {
    throw new Error(
      unexpected.map(({ method, text }) => `Unexpected console.${method}: ${text}`).join('\n\n'),
    );
  }
  if (missing.length > 0) {
    throw new Error(
      missing
        .map(({ method, pattern }) => `Expected a console.${method} matching ${String(pattern)}, saw none`)
        .join('\n'),
    );
  }
}

beforeEach(() => {
  expected = [];
});
afterEach(settle);
afterAll(settle);
