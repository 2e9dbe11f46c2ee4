import { expect } from 'vitest';
import type { Route } from '../../../contract/http/route.ts';
import { routes, type CachedRouteName } from '../../../contract/routes.ts';
import { ALL_READS } from '../../../server/http/lists/staleReads.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

const ROBIN = 2;

/** Which reads of the caller a change is said to make stale. */
async function named(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  {
    as = manager,
    body,
    key,
    prefer = 'stale-reads',
  }: { as?: string; body?: object; key?: string; prefer?: string } = {},
): Promise<string[] | undefined> {
  const headers = { prefer, ...(key ? { 'idempotency-key': key } : {}) };
  const answer = await server.call(method, path, { as, headers, ...(body ? { body } : {}) });
  expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(500);
  return answer.headers['stale-reads']?.toString().split(',').filter(Boolean);
}

test.each<[string, Parameters<typeof named>, string[]]>([
  [
    'a unit’s notes',
    ['PATCH', '/units/1', { body: { notes: 'By the yard' } }],
    ['listUnits', 'readUnit', 'listAudit'],
  ],
  [
    'a new unit',
    ['POST', '/units', { body: { propertyId: 1, unitNumber: '77' } }],
    ['listUnits', 'listAudit'],
  ],
  [
    'a property’s name',
    ['PATCH', '/properties/1', { body: { property_name: 'Elm Yard' } }],
    ['listProperties', 'readProperty', 'listUnits', 'listUsers', 'listAudit'],
  ],
  [
    'a charge',
    ['POST', '/transactions/charge', { body: { userId: ROBIN, amount: 5, description: 'Key' } }],
    ['listBalances', 'listUserTransactions'],
  ],
  ['a person’s unit', ['PUT', '/users/3', { body: { unit: 3 } }], ['listUsers', 'listUnits', 'listAudit']],
  [
    'an announcement',
    ['POST', '/announcements', { body: { announcement: 'Water off', announcement_type: 'General' } }],
    ['listAnnouncements', 'listAudit'],
  ],
  [
    'the pause of all postings',
    ['PUT', '/leases/posting', { body: { paused: true } }],
    ['readLeasePosting', 'listAudit'],
  ],
  ['a closed month', ['PUT', '/books/months/2020-01-01/closing'], ['readClosing', 'listAudit']],
  [
    'a late fee',
    [
      'POST',
      '/late-fees/properties/1',
      { body: { from_day: '2030-01-01', kind: 'flat', grace_days: 3, amount: 20 } },
    ],
    ['listLateFees', 'listAudit'],
  ],
  [
    'a second factor',
    ['POST', '/second-factor', { body: { current_password: 'porchlight' } }],
    ['readSecondFactor'],
  ],
])('%s names the reads of its manager that it makes stale', async (_, change, stale) => {
  expect(await named(...change)).toEqual(expect.arrayContaining(stale));
});

test('a change names no read that its caller may not read or that is another person’s, and nothing where nobody asks', async () => {
  const later = () => server.database.sql`update list_changes set changed_at = now() - interval '60 seconds'`;
  await later();
  const own = await named('PUT', `/users/${ROBIN}`, { as: resident, body: { firstName: 'Ronja' } });
  expect(own).toEqual(expect.arrayContaining(['readUser', 'readUserUnit']));
  for (const each of ['listUsers', 'listUnits', 'listAudit', 'listBalances']) expect(own).not.toContain(each);
  await later();
  const body = { userId: ROBIN, amount: 5, description: 'Key' };
  const charged = await named('POST', '/transactions/charge', { body });
  for (const each of ['listUnits', 'listMyTransactions', 'listNotifications'])
    expect(charged).not.toContain(each);
  expect(await named('POST', '/transactions/charge', { body, prefer: 'return=minimal' })).toBeUndefined();
});

test('a change that is refused or was made before names nothing, so that an app refreshes all that it shows', async () => {
  expect(
    await named('POST', '/transactions/charge', { body: { userId: ROBIN, amount: -1 } }),
  ).toBeUndefined();
  const sent = { body: { userId: ROBIN, amount: 5, description: 'Key' }, key: crypto.randomUUID() };
  expect(await named('POST', '/transactions/charge', sent)).toContain('listBalances');
  expect(await named('POST', '/transactions/charge', sent)).toBeUndefined();
});

/** The reads that the app keeps and that no change is said to make stale, with the reason. */
const NEVER_NAMED: Partial<Record<CachedRouteName, string>> = {
  readNotificationPreferences: 'Only their person changes them, on the screen that shows them.',
  readNotificationDefaults:
    'The screen that shows them changes them, and is asked for again when it is opened.',
  readUserAutopay: 'What a resident sets up is read when a manager opens their account.',
  listWarnings: 'It is about the server, not about records.',
};

test('each read that the app keeps is made stale by some change, or says why not', () => {
  const named: readonly string[] = ALL_READS;
  const cached = (Object.entries(routes) as [CachedRouteName, Route][])
    .filter(([, { offline, produces }]) => offline === 'keep' && !produces)
    .map(([name]) => name);
  expect(cached.filter((name) => !named.includes(name))).toEqual(
    cached.filter((name) => name in NEVER_NAMED),
  );
});
