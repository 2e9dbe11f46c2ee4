import { expect } from 'vitest';
import { rememberUser } from '../../../src/offline/engine/deviceUser.ts';
import { readRecentlyFound, recordFound } from '../../../src/offline/subjects/recentlyFound.ts';
import { ROBIN } from '../../support/offline/device.ts';
import { test } from '../../support/offline/world.ts';

test('of a long announcement that was found no more is kept than tells which it was', async () => {
  await rememberUser({ id: ROBIN } as never);
  const title = 'The pool is closed. '.repeat(200);
  await recordFound(ROBIN, { key: 'announcements 1', title, to: '/announcements' });
  const [found] = await readRecentlyFound(ROBIN);
  expect(found?.title).toMatch(/^The pool is closed\./);
  expect(found?.title).toHaveLength(100);
});
