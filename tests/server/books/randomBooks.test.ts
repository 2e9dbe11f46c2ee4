import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { JournalFormat, MonthReport } from '../../../contract/books/books.ts';
import { addMonths } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { isolatedTest as test } from '../../support/server/world.ts';
import { ROBIN, NOOR, post, entry, read, journal } from '../../support/server/books/books.ts';

const CHARGES = ['Rent', 'Utility', 'Late Fee', 'Misc Charge'] as const;
const PAYMENTS = ['Check', 'Cash', 'Card Payment'] as const;
const month = fc.integer({ min: 0, max: 5 }).map((count) => addMonths('2026-01-01', count));
const posted = fc.record({
  isCharge: fc.boolean(),
  type: fc.nat(),
  cents: fc.integer({ min: 1, max: 50_000 }),
  user: fc.constantFrom(ROBIN, NOOR),
  day: fc
    .tuple(month, fc.integer({ min: 1, max: 28 }))
    .map(([of, day]) => `${of.slice(0, 8)}${String(day).padStart(2, '0')}`),
  isReversed: fc.boolean(),
});

/** Random entries from January to June 2026, some of them taken back; returns what they sum to by user, in cents. */
async function postRandom(): Promise<Map<number, number>> {
  const [entries = []] = fc.sample(fc.array(posted, { minLength: 40, maxLength: 60 }), 1);
  const made = await post(
    entries.map(({ isCharge, type, cents, user, day }) => {
      const types = isCharge ? CHARGES : PAYMENTS;
      const amount = (isCharge ? cents : -cents) / 100;
      return entry(types[type % types.length]!, amount, day, { user_id: user });
    }),
  );
  const reversed = made.filter(({ type }, index) => entries[index]!.isReversed && type !== 'Card Payment');
  const back =
    reversed.length === 0
      ? []
      : await post(
          reversed.map(({ id, amount, user_id, effective_on }) =>
            entry('Reversal', -amount, effective_on!, { user_id, reverses: id }),
          ),
        );
  const sums = new Map([
    [ROBIN, 0],
    [NOOR, 0],
  ]);
  for (const { user_id, amount } of [...made, ...back])
    sums.set(user_id, sums.get(user_id)! + toCents(amount));
  return sums;
}

test('each month goes on from the one before, and its figures add up', async () => {
  const sums = await postRandom();
  let before = 0;
  for (let count = 0; count < 6; count += 1) {
    const report = await read<MonthReport>(`months/${addMonths('2026-01-01', count)}`);
    const [opening, closing] = [toCents(report.opening), toCents(report.closing)];
    expect(opening).toBe(before);
    const { charged, collected, waived } = report;
    expect(closing).toBe(opening + toCents(charged) - toCents(collected) - toCents(waived));
    before = closing;
  }
  expect(before).toBe([...sums.values()].reduce((sum, each) => sum + each, 0));
});

/** The journal in a file for a program, which is gone after the work. */
async function withJournal(format: JournalFormat, work: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-journal-'));
  try {
    const file = path.join(folder, `all.${format}`);
    await writeFile(file, await journal('2026-01-01', '2026-12-31', format));
    await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
const run = (program: string, args: string[]) =>
  promisify(execFile)(program, args, { env: { ...process.env, LC_ALL: 'C.UTF-8' } });

const hledger = '/usr/bin/hledger';
// Where a program is not installed (on Debian: apt-get install hledger ledger beancount), its test is no part of the suite.
if (existsSync(hledger)) {
  test('hledger reads the journal, strictly, and its accounts are the balances', async () => {
    const sums = await postRandom();
    await withJournal('hledger', async (file) => {
      // Rejects where an account, a commodity or a payee is not declared.
      await run(hledger, ['-f', file, 'check', '--strict', 'payees']);
      const csv = ['--output-format', 'csv', '--no-total', '-E', 'assets:receivable'];
      const { stdout } = await run(hledger, ['-f', file, 'balance', ...csv]);
      const told = [...stdout.matchAll(/user (\d+)","\$?(-?)\$?(-?[\d,.]+)"/g)].map(
        ([, id, sign, dollars]) =>
          [Number(id), toCents(Number(`${sign}${dollars!.replaceAll(',', '')}`))] as const,
      );
      expect(new Map(told)).toEqual(sums);
    });
  });
}

const ledger = '/usr/bin/ledger';
if (existsSync(ledger)) {
  test('ledger reads the same journal, pedantically, and it adds up to nothing', async () => {
    await postRandom();
    await withJournal('hledger', async (file) => {
      const { stdout, stderr } = await run(ledger, ['-f', file, '--pedantic', 'balance']);
      expect([stdout.trim().split('\n').at(-1)?.trim(), stderr]).toEqual(['0', '']);
    });
  });
}

const beanCheck = '/usr/bin/bean-check';
if (existsSync(beanCheck)) {
  test('beancount reads the journal in its own format without an error', async () => {
    await postRandom();
    await withJournal('beancount', async (file) => {
      // Rejects at the first error.
      const { stdout, stderr } = await run(beanCheck, [file]);
      expect([stdout, stderr]).toEqual(['', '']);
    });
  });
}
