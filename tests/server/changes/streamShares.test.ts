import { afterEach, expect, test } from 'vitest';
import type { SignedInUser } from '../../../server/auth/signedInUser.ts';
import { OpenStreams } from '../../../server/resources/changes/openStreams.ts';
import { MOST_OF_A_PERSON, SHARES } from '../../../server/resources/changes/streamShares.ts';

let streams = new OpenStreams(() => undefined);
afterEach(() => {
  streams.endAll();
  streams = new OpenStreams(() => undefined);
});

const person = (id: number, role: 'manager' | 'resident' | 'newcomer'): SignedInUser => ({
  ...{ id, username: `p${id}`, first_name: 'P', last_name: 'N', email: `p${id}@example.com` },
  ...{ unit: role === 'resident' ? 1 : null, unit_number: null, unit_claim: null },
  ...{
    is_manager: role === 'manager',
    is_current_user: true,
    must_change_password: false,
    property_id: null,
  },
  created_at: '2026-01-01T00:00:00.000Z',
});

let sessions = 0;
/** Opens as many streams of each of these people as there is room for. Returns how many. */
function openAll(role: 'manager' | 'resident' | 'newcomer', people: number, each: number, from = 1): number {
  let opened = 0;
  for (let id = from; id < from + people; id += 1) {
    const user = person(id, role);
    for (let count = 0; count < each && streams.refusalFor(user) === undefined; count += 1) {
      streams.open({ id: `session ${(sessions += 1)}`, user });
      opened += 1;
    }
  }
  return opened;
}

test('one person cannot take the streams of others', () => {
  expect(openAll('resident', 1, 1000)).toBe(MOST_OF_A_PERSON);
  expect(openAll('resident', 1, 1, 2)).toBe(1);
});

test.for(['manager', 'newcomer'] as const)(
  'however many a %s opens, residents and others have theirs',
  (role) => {
    openAll(role, 3000, 1000);
    openAll(role, 12_000, 1, 3001);
    const others = role === 'manager' ? ('newcomer' as const) : ('manager' as const);
    expect(openAll('resident', 5000, 1, 20_001)).toBe(5000);
    expect(openAll(others, 500, 1, 30_001)).toBe(500);
  },
);

test('residents cannot take the streams of managers and newcomers either', () => {
  openAll('resident', 12_000, 1000);
  expect(openAll('manager', 500, 1, 20_001)).toBe(500);
  expect(openAll('newcomer', 500, 1, 30_001)).toBe(500);
});

test('people with many open apps leave a stream to each who has none', () => {
  openAll('resident', 2000, 1000);
  expect(openAll('resident', 2000, 1, 20_001)).toBe(2000);
});

test('together the shares are what a process has', () => {
  openAll('resident', 12_000, 1);
  openAll('manager', 12_000, 1, 20_001);
  openAll('newcomer', 12_000, 1, 40_001);
  expect(streams.size).toBe(10_000);
  expect(Object.values(SHARES).reduce((sum, share) => sum + share, 0)).toBe(10_000);
});

test('a closed stream makes room, and one whose person becomes a resident counts there', async () => {
  openAll('newcomer', 12_000, 1);
  expect(openAll('newcomer', 1, 1, 20_001)).toBe(0);
  const [first, second] = streams.list();
  const confirmed = { ...first!.session, user: person(first!.session.user.id, 'resident') };
  streams.renew([first!], new Map([[confirmed.id, confirmed]]));
  expect(openAll('newcomer', 1, 1, 20_001)).toBe(1);
  expect(openAll('newcomer', 1, 1, 20_002)).toBe(0);
  second!.body.resume();
  second!.end();
  await expect.poll(() => openAll('newcomer', 1, 1, 20_003)).toBe(1);
});
