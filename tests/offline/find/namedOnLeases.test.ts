import { expect, test } from 'vitest';
import { find } from '../../../src/find/find.ts';
import { FindIndex } from '../../../src/find/FindIndex.ts';
import { searchedLists } from '../../../src/find/things.ts';

const LEASE = {
  ...{
    id: 40,
    unit_id: 12,
    unit_number: '2B',
    property_name: 'Linden Court',
    starts: '2026-01-01',
    ends: null,
  },
  ...{ tenants: [{ id: 1, first_name: 'Robin', last_name: 'Hale' }] },
  ...{ occupants: ['Mia Hale'], guarantors: ['Pat Sorensen'] },
};

test.each([
  ['mia', 'Occupants: Mia Hale'],
  ['sorensen', 'Guarantors: Pat Sorensen'],
])('management finds a lease by who is named on it beside its tenants: %s', (typed, said) => {
  const index = new FindIndex();
  index.update('listLeases', searchedLists(true).listLeases!, {
    ids: ['one'],
    parts: new Map([['one', [LEASE]]]),
  });
  const [group] = [...find(index, { typed, isManager: true, recent: [] })].at(-1) ?? [];
  expect(group).toMatchObject({ kind: 'leases', total: 1 });
  expect(group?.hits[0]?.details).toContain(said);
});

test('a resident finds no lease by who else is named on one', () => {
  const index = new FindIndex();
  index.update('listMyLeases', searchedLists(false).listMyLeases!, {
    ids: ['one'],
    parts: new Map([['one', [LEASE]]]),
  });
  const found = (typed: string) => [...find(index, { typed, isManager: false, recent: [] })].at(-1) ?? [];
  expect(found('mia')).toEqual([]);
  expect(found('lease 2b')).toMatchObject([{ kind: 'leases', total: 1 }]);
});
