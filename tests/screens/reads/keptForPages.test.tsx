import { act, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { User } from '../../../contract/users/user.ts';
import { managementScreens } from '../../../src/managementScreens.ts';
import { residentScreens } from '../../../src/residentScreens.ts';
import { communityDay } from '../../support/days.ts';
import { begin, endLeases } from '../../support/screens/leases.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { manager, server } from '../../support/server/world.ts';

// Who has seen nothing but their dashboard goes on without a connection, and opens each screen.

/** How somebody signs in, and where they are, is the server's alone. */
const OF_THE_SERVER = /^Failed to load (where you are signed in|your second factor)/;

let lease: number;
test.beforeAll(async () => {
  await endLeases();
  ({ id: lease } = await begin());
  await server.call('PUT', `/leases/${lease}`, { as: manager, body: { ends: communityDay() } });
});

const withoutParameters = (screens: object) => Object.keys(screens).filter((path) => !path.includes(':'));
const own = withoutParameters(residentScreens);
const MANAGERS = ['/outbox', '/device', '/profile', '/notifications', '/notifications/preferences'];

/** Resolves once the dashboard has kept what the other screens read. */
async function untilKept(): Promise<void> {
  const { user } = JSON.parse(sessionStorage.getItem('porchlight.session')!) as { user: User };
  const { cachedAges } = await import('../../../src/offline/engine/reads/cachedReads.ts');
  const { offlinePartsOf } = await import('../../../src/subjects/device/offlineParts.ts');
  const { movingReads } = await import('../../../src/subjects/device/movingReads.ts');
  const keys = offlinePartsOf(user).flatMap(({ reads }) => reads.map(({ key }) => key));
  await waitFor(async () => {
    const kept = await cachedAges(user.id);
    expect(keys.filter((key) => !kept.has(key))).toEqual([]);
    const moving = (await movingReads(user)).map(({ key }) => key);
    expect(moving).not.toEqual([]);
    expect(moving.filter((key) => !kept.has(key))).toEqual([]);
  });
}

test.each([
  ['manager', '/admin/dashboard', [...withoutParameters(managementScreens), ...MANAGERS]],
  ['resident', '/dashboard/resident', own],
] as const)('after their dashboard a %s reads every screen without a connection', async (as, at, paths) => {
  const app = await openApp(server, { at, as });
  await screen.findByText('Today');
  await untilKept();
  app.network.offline = true;
  act(() => void window.dispatchEvent(new Event('offline')));
  const failed: string[] = [];
  let headings = 0;
  for (const path of [...paths, ...(as === 'manager' ? [`/admin/lease/${lease}`] : [])]) {
    app.go(path);
    await waitFor(() => {
      expect(app.path()).toBe(path);
      expect(screen.getAllByRole('heading', { level: 1 })).not.toEqual([]);
      expect(screen.queryAllByText(/^Loading/)).toEqual([]);
    });
    headings += 1;
    const problems = screen.queryAllByText(/^(Unable|Failed) to (load|fetch)/);
    failed.push(
      ...problems
        .map(({ textContent }) => textContent)
        .filter((words) => !OF_THE_SERVER.test(words))
        .map((words) => `${path}: ${words}`),
    );
  }
  expect(failed).toEqual([]);
  expect(headings).toBeGreaterThan(15);
});
