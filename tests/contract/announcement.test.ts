import { expect, test } from 'vitest';
import {
  isPublished,
  publishTimeProblem,
  type Announcement,
} from '../../contract/announcements/announcement.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const PAST = 'Please choose a publish time that is not in the past.';

test.each([
  [null, undefined],
  [undefined, undefined],
  ['2026-03-01T12:00:00Z', undefined],
  ['2026-03-01T11:59:59Z', PAST],
  // An offset is part of the time: this is an hour from now.
  ['2026-03-01T08:00:00-05:00', undefined],
])('a publish time of %s: %s', (publishAt, problem) => {
  expect(publishTimeProblem(publishAt, NOW)).toBe(problem);
});

test('an edit may keep a past publish time, also if it is written in another time zone', () => {
  const before = '2026-02-01T10:00:00+00:00';
  expect(publishTimeProblem('2026-02-01T05:00:00-05:00', NOW, before)).toBeUndefined();
  expect(publishTimeProblem('2026-02-01T10:00:01Z', NOW, before)).toBe(PAST);
});

test('residents see approved announcements from their publish time on, or without one from when they were written', () => {
  const post: Announcement = {
    id: 1,
    user_id: 2,
    announcement: 'Hello',
    announcement_type: 'General',
    publish_at: null,
    status: 'approved',
    first_name: 'Robin',
    last_name: 'Hale',
    created_at: '2026-03-01T12:00:00Z',
    updated_at: '2026-03-01T12:00:00Z',
    created_with: null,
  };
  expect(isPublished(post, NOW)).toBe(true);
  expect(isPublished({ ...post, created_at: '2026-03-01T12:00:01Z' }, NOW)).toBe(false);
  expect(isPublished({ ...post, publish_at: '2026-03-01T12:00:01Z' }, NOW)).toBe(false);
  expect(isPublished({ ...post, status: 'pending' }, NOW)).toBe(false);
  expect(isPublished({ ...post, status: 'rejected' }, NOW)).toBe(false);
});
