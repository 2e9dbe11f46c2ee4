import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { VERSION_HEADER } from '../../contract/http/route.ts';
import { test } from '../support/offline/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse('2026-11-26T09:00:00.400Z');

/** The right time, of which the device knows nothing, and how far its clock is ahead; and what has passed for a page. */
let right = START;
let ahead = 0;
beforeEach(() => {
  [right, ahead] = [START, 0];
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: START });
  onTestFinished(() => void vi.useRealTimers());
});

/** A page, or the service worker, that starts: it knows what is stored alone. */
async function start() {
  vi.resetModules();
  return import('../../src/browser/clock.ts');
}
function pass(milliseconds: number, { asleep = false } = {}): void {
  right += milliseconds;
  // `performance.now()` stands still while many devices sleep.
  if (!asleep) vi.advanceTimersByTime(milliseconds);
  vi.setSystemTime(right + ahead);
}
function setClock(next: number): void {
  ahead = next;
  vi.setSystemTime(right + ahead);
}
/** An answer that took so many milliseconds, half of them on the way back. */
function answer(
  clock: Awaited<ReturnType<typeof start>>,
  took = 200,
  more: Record<string, string> = {},
): void {
  const learn = clock.measureAnswer();
  pass(took / 2);
  const headers = new Headers({ Date: new Date(right).toUTCString(), [VERSION_HEADER]: '1', ...more });
  pass(took / 2);
  learn(headers);
}
const error = (clock: Awaited<ReturnType<typeof start>>) => Math.abs(clock.nowMs() - right);

test('the time is the server’s within three seconds however wrong the device’s clock is, and a right clock is left alone', async () => {
  for (const wrong of [-40 * DAY, -HOUR, -3 * MINUTE, 90 * MINUTE, 2 * DAY]) {
    setClock(wrong);
    const clock = await start();
    answer(clock);
    expect(error(clock)).toBeLessThan(2_500);
  }
  setClock(300);
  const clock = await start();
  clock.recallTime({ offset: 9 * DAY, answeredAt: right });
  for (let n = 0; n < 20; n += 1) {
    answer(clock, 50 + 937 * (n % 3));
    expect(clock.nowMs()).toBe(Date.now());
  }
});

test('an answer that a cache on the way kept, or that a sleeping device read late, tells no time', async () => {
  const clock = await start();
  answer(clock);
  const before = clock.clockOffset();
  const learn = clock.measureAnswer();
  pass(9 * HOUR, { asleep: true });
  learn(new Headers({ Date: new Date(right - 9 * HOUR).toUTCString() }));
  expect(clock.clockOffset()).toBe(before);
  clock.measureAnswer()(new Headers({ Date: new Date(right - 3 * HOUR).toUTCString(), Age: '10800' }));
  clock.measureAnswer()(new Headers({ Date: 'soon' }));
  clock.measureAnswer()(new Headers());
  expect(clock.clockOffset()).toBe(before);
});

test('a clock that is set while a page is open is noticed when it is set back, and the time goes on', async () => {
  const clock = await start();
  answer(clock);
  pass(HOUR);
  expect(clock.clockDoubted()).toBe(false);
  setClock(-3 * DAY);
  expect(clock.clockDoubted()).toBe(true);
  pass(HOUR);
  expect(error(clock)).toBeLessThan(2_500);
  answer(clock);
  expect(clock.clockDoubted()).toBe(false);
  expect(error(clock)).toBeLessThan(2_500);
});

test('a device that sleeps for a night knows the time after it, and nothing is said of its clock', async () => {
  const clock = await start();
  answer(clock);
  pass(9 * HOUR, { asleep: true });
  expect(error(clock)).toBeLessThan(2_500);
  expect(clock.clockDoubted()).toBe(false);
});

test('a clock before the day on which this version was built is doubted before any answer', async () => {
  vi.stubEnv('VITE_BUILT_AT', String(START - HOUR));
  setClock(-300 * DAY);
  expect((await start()).clockDoubted()).toBe(true);
  setClock(0);
  expect((await start()).clockDoubted()).toBe(false);
});

test('after a start a clock that lost what it showed is doubted, and so is one that was days slow and may be right now', async () => {
  const known = { offset: 0, answeredAt: START };
  setClock(-10 * DAY);
  const lost = await start();
  lost.recallTime(known);
  expect(lost.clockDoubted()).toBe(true);
  expect(lost.nowMs()).toBeGreaterThanOrEqual(START);

  pass(HOUR);
  setClock(0);
  const corrected = await start();
  corrected.recallTime({ offset: 40 * DAY, answeredAt: START });
  expect(corrected.clockDoubted()).toBe(true);
  expect(error(corrected)).toBeLessThan(2_500);

  setClock(-5 * MINUTE);
  const slow = await start();
  slow.recallTime({ offset: 5 * MINUTE, answeredAt: START });
  expect(slow.clockDoubted()).toBe(false);
  expect(error(slow)).toBeLessThan(2_500);
});

test.each([
  ['26 years slow, set to yesterday', Date.parse('2000-01-01T00:00:00Z') - START, -DAY],
  ['26 years slow, set to 25 days ago', Date.parse('2000-01-01T00:00:00Z') - START, -25 * DAY],
  ['26 years slow, set to the exact time', Date.parse('2000-01-01T00:00:00Z') - START, 0],
  ['40 days slow, set to an hour ago', -40 * DAY, -HOUR],
  ['right, set to 2053', 0, 27 * 365 * DAY],
  ['27 years fast, set to yesterday', 27 * 365 * DAY, -DAY],
  ['27 years fast, set to the exact time', 27 * 365 * DAY, 0],
])(
  'a clock that was %s by hand without a connection is doubted, in the page and after a start, and no time is years off',
  async (_, wrong, corrected) => {
    setClock(wrong);
    const page = await start();
    answer(page);
    expect(page.clockDoubted()).toBe(false);
    const known = { offset: page.clockOffset()!, answeredAt: right };
    pass(HOUR);
    setClock(corrected);
    const again = await start();
    again.recallTime(known);
    for (const clock of [page, again]) {
      expect(clock.clockDoubted()).toBe(true);
      expect(error(clock)).toBeLessThan(2 * HOUR);
    }
  },
);

test('a clock that is a day and a half slow is believed after a night, also after a start', async () => {
  setClock(-36 * HOUR);
  const page = await start();
  answer(page);
  const known = { offset: page.clockOffset()!, answeredAt: right };
  pass(9 * HOUR, { asleep: true });
  const again = await start();
  again.recallTime(known);
  for (const clock of [page, again]) {
    expect(clock.clockDoubted()).toBe(false);
    expect(error(clock)).toBeLessThan(2_500);
  }
});
