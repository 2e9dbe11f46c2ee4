import { expect, test } from 'vitest';
import { TODAY_KINDS, type TodayKind, type TodayRow } from '../../../contract/today/today.ts';
import { addDays } from '../../../contract/values/calendar.ts';
import { detailsOf, KIND_TEXTS, vendorPath } from '../../../src/features/dashboard/todayTexts.ts';
import { sumOf } from '../../../src/subjects/today/todaySums.ts';
import { isoDay, timeText } from '../../../src/ui/data/Time.tsx';

const row = (day: string | null): TodayRow => ({
  ...{ id: 'claim:1', day, person: null, home: null, amount: null, count: null, text: null, taken_by: null },
});
const said = (kind: TodayKind, day: string) =>
  detailsOf(kind, row(day))
    .map(({ text }) => text)
    .at(-1);
const before = (days: number) => addDays(isoDay(), -days);

/** The homes that stand vacant, and meters, have no day. */
const THREE_DAYS: Record<Exclude<TodayKind, 'vacant' | 'unread_meters'>, string | undefined> = {
  emergency: 'waiting for 3 days',
  failed_payment: 'failed 3 days ago',
  returned_payment: 'taken back 3 days ago',
  paused_autopay: 'paused 3 days ago',
  failed_job: 'failed 3 days ago',
  // Its title says the day.
  old_backup: undefined,
  undelivered: 'not reached for 3 days',
  claim: 'waiting for 3 days',
  newcomer: 'waiting for 3 days',
  suggestion: 'waiting for 3 days',
  sent_reading: 'waiting for 3 days',
  unseen_request: 'waiting for 3 days',
  message: 'waiting for 3 days',
  bounced_invitation: 'tried 3 days ago',
  expired_invitation: 'expired 3 days ago',
  late: `3 days late, since ${timeText(before(3), 'short')}`,
  deposit: '3 days too late',
  request: 'waiting for 3 days',
  ending_lease: 'today',
  rent_to_post: 'today',
};

const DATED = TODAY_KINDS.filter((kind) => kind !== 'vacant' && kind !== 'unread_meters');

test.each(DATED)('Today says of %s what its days are of, apart from the title above', (kind) => {
  expect(said(kind, before(3))).toBe(THREE_DAYS[kind]);
  for (const days of [0, 1, 3]) expect(said(kind, before(days)) ?? '').not.toMatch(/^(for|since) /);
});

test('Today says what happened yesterday and today in words', () => {
  expect(said('failed_payment', before(1))).toBe('failed yesterday');
  expect(said('failed_payment', before(0))).toBe('failed today');
  expect(said('claim', before(1))).toBe('waiting for 1 day');
  expect(said('claim', before(0))).toBe('waiting since today');
});

test('Today sums up who is late and what is open in a sentence', () => {
  const sum = (kind: TodayKind, total: number, days: number) =>
    sumOf({ kind, total, rows: [row(before(days))] });
  expect(sum('late', 1, 3)).toBe('1 tenant is 3 days late');
  expect(sum('late', 2, 3)).toBe('2 tenants are late, the longest for 3 days');
  expect(sum('request', 1, 3)).toBe('1 request has been open for 3 days');
  expect(sum('request', 1, 0)).toBe('1 request is open');
  expect(sum('request', 2, 0)).toBe('2 requests are open, the oldest since today');
});

test('Today counts down to the day on which a deposit goes back', () => {
  expect(said('deposit', before(-9))).toBe('due in 9 days');
  expect(said('deposit', before(-1))).toBe('due in 1 day');
  expect(said('deposit', before(0))).toBe('due today');
  expect(said('deposit', before(1))).toBe('1 day too late');
});

test.each(['emergency', 'unseen_request', 'request'] as const)(
  'a row of %s leads to the request itself, and to the form that assigns it',
  (kind) => {
    const links = KIND_TEXTS[kind].actions?.map(({ label, to }) => [
      label,
      to({ ...row(null), id: `${kind}:12` }),
    ]);
    expect(links).toEqual([['Open', '/admin/maintenance?request=maintenance%3A12']]);
    expect(vendorPath({ ...row(null), id: `${kind}:12` })).toBe(
      '/admin/maintenance?request=maintenance%3A12&act=assigned',
    );
  },
);
