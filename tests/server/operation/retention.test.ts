import { expect, test } from 'vitest';
import { expiredBackups } from '../../../server/backup/retention.ts';

const DAY = 24 * 60 * 60_000;
const TODAY = Date.UTC(2026, 10, 25, 8);
const backup = (daysAgo: number, hours = 0) => {
  const at = new Date(TODAY - daysAgo * DAY + hours * 60 * 60_000);
  return { name: at.toISOString(), at };
};
const kept = (all: ReturnType<typeof backup>[]) => {
  const gone = new Set(expiredBackups(all));
  return all.filter((each) => !gone.has(each));
};

test('of two years of nightly backups, 14 days, 8 weeks and 12 months are kept', () => {
  const left = kept(Array.from({ length: 730 }, (_, daysAgo) => backup(daysAgo)));
  const days = left.map(({ at }) => at.toISOString().slice(0, 10));
  expect(days.slice(0, 14)).toEqual(Array.from({ length: 14 }, (_, ago) => backup(ago).name.slice(0, 10)));
  // Sundays before those, and the last days of months before those.
  expect(days.slice(14)).toEqual([
    ...['2026-11-08', '2026-11-01', '2026-10-31', '2026-10-25', '2026-10-18', '2026-10-11'],
    ...['2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30'],
    ...['2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
  ]);
});

test('kept night by night, the backups stay as many', () => {
  let stored: ReturnType<typeof backup>[] = [];
  for (let daysAgo = 730; daysAgo >= 0; daysAgo -= 1) {
    stored = kept([...stored, backup(daysAgo)]);
    expect(stored.at(-1)).toEqual(backup(daysAgo));
  }
  expect(stored.length).toBeGreaterThanOrEqual(14 + 8 + 12 - 6);
  expect(stored.length).toBeLessThanOrEqual(14 + 8 + 12);
});

test('the only backups there are stay however old they are, and of a day the last one', () => {
  expect(expiredBackups([backup(900)])).toEqual([]);
  expect(expiredBackups([])).toEqual([]);
  const [early, late] = [backup(1), backup(1, 5)];
  expect(expiredBackups([early, late])).toEqual([early]);
});
