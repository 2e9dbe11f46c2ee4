import { expect, test } from 'vitest';
import type { CachedRouteName } from '../../../contract/routes.ts';
import { find, type FoundGroup } from '../../../src/find/find.ts';
import { FindIndex } from '../../../src/find/FindIndex.ts';
import { searchedLists } from '../../../src/find/things.ts';
import { Vocabulary } from '../../../src/find/Vocabulary.ts';

const person = (id: number, name: string, more: object = {}) => {
  const [first_name, last_name] = name.split(' ');
  return {
    ...{ id, first_name, last_name, username: `user${id}`, email: `user${id}@example.com`, phone: null },
    ...{ unit: id, unit_number: '9', unit_claim: null, property_name: 'Linden Court' },
    ...{ is_manager: false, is_current_user: true, created_at: '2026-01-02T00:00:00Z' },
    ...more,
  };
};
const unit = (id: number, unit_number: string, property_name: string, tenant_info: object[] = []) => ({
  ...{ id, unit_number, property_name, tenant_info, property_id: 1, rent_amount: null, notes: null },
  tenants: null,
});
const request = (id: number, information: string, more: object = {}) => ({
  ...{ id, information, user_id: 1, first_name: 'Robin', last_name: 'Hale', unit_id: 1, unit_number: '2B' },
  ...{
    property_name: 'Linden Court',
    unit_claim: null,
    completed: false,
    created_at: '2026-05-06T00:00:00Z',
  },
  ...more,
});
const entry = (id: number, amount: number, more: object = {}) => ({
  ...{ id, amount, user_id: 2, type: 'Check', description: 'Offline payment recorded', reference: null },
  ...{ receipt_number: null, card: null, created_at: '2026-05-06T00:00:00Z', effective_on: null, ...more },
});

const LISTS = {
  listUsers: [
    person(1, 'Robin Hale', { unit_number: '2B', phone: '(518) 555-0142' }),
    person(2, 'Ama Okafor', { email: 'ama.okafor@mail.example', unit_number: '2A' }),
    person(3, 'José Nuñez', { username: 'jnunez', unit: null, unit_number: null, property_name: null }),
    person(4, 'Sinéad O’Brien'),
    person(5, 'Øystein Łukasz', { unit: null, unit_number: null, unit_claim: '12' }),
  ],
  listUnits: [
    unit(10, '2', 'Linden Court'),
    unit(11, '2A', 'Linden Court', [{ id: 2, first_name: 'Ama', last_name: 'Okafor' }]),
    unit(12, '2B', 'Linden Court', [{ id: 1, first_name: 'Robin', last_name: 'Hale' }]),
    unit(13, '2-B', 'Maple House'),
    unit(14, '22B', 'Maple House'),
    unit(15, '007', 'Maple House'),
  ],
  listMaintenance: [
    request(20, 'The dishwasher is broken again'),
    request(21, 'Kitchen sink drips.', { completed: true, unit_number: '2A' }),
  ],
  'listUserTransactions&id=2': [
    entry(30, -1234.5, { receipt_number: 'RB-12-07', reference: '4471' }),
    entry(31, 850, { type: 'Rent', description: 'Rent for May' }),
  ],
  listLeases: [
    {
      ...{ id: 40, unit_id: 12, unit_number: '2B', property_name: 'Linden Court', starts: '2026-01-01' },
      ...{ ends: null, tenants: [{ id: 1, first_name: 'Robin', last_name: 'Hale' }] },
    },
  ],
  listAnnouncements: [
    {
      ...{ id: 50, announcement: 'Pool party on Saturday', announcement_type: 'Community', publish_at: null },
      ...{ first_name: 'Dana', last_name: 'Reyes', created_at: '2026-05-01T00:00:00Z' },
    },
  ],
  listProperties: [{ id: 60, property_name: 'Linden Court', address: '1 Linden Rd', phone_number: null }],
};

function indexOf(lists: Record<string, unknown[]>, isManager = true): FindIndex {
  const index = new FindIndex();
  for (const [key, rows] of Object.entries(lists)) {
    const list = searchedLists(isManager)[key.split('&')[0] as CachedRouteName];
    if (list) index.update(key, list, { ids: ['one'], parts: new Map([['one', rows]]) });
  }
  return index;
}

function found(typed: string, { index = indexOf(LISTS), isManager = true, recent = [] as string[] } = {}) {
  return [...find(index, { typed, isManager, recent })].at(-1) ?? [];
}
const titles = (groups: FoundGroup[], kind: FoundGroup['kind']) =>
  groups.find((group) => group.kind === kind)?.hits.map(({ title }) => title) ?? [];
const first = (groups: FoundGroup[]) => groups[0]?.hits[0];

test.each([
  ['Robin', 'Robin Hale'],
  ['hale rob', 'Robin Hale'],
  ['user2', 'Ama Okafor'],
  ['jnunez', 'José Nuñez'],
  ['ama.okafor@mail', 'Ama Okafor'],
  ['(518) 555-0142', 'Robin Hale'],
  ['5185550142', 'Robin Hale'],
  ['555 0142', 'Robin Hale'],
  ['5550142', 'Robin Hale'],
])('a person is found by any name, username, email or phone: %s', (typed, name) => {
  expect(titles(found(typed), 'people')).toEqual([name]);
});

test.each([
  ['jose nunez', 'José Nuñez'],
  ['JOSÉ NUÑEZ', 'José Nuñez'],
  ['obrien', 'Sinéad O’Brien'],
  ["o'brien", 'Sinéad O’Brien'],
  ['oystein lukasz', 'Øystein Łukasz'],
])('accents, capitals and apostrophes are forgiven: %s', (typed, name) => {
  expect(titles(found(typed), 'people')).toEqual([name]);
});

test.each([
  ['okafro', 'Ama Okafor'],
  ['okfor', 'Ama Okafor'],
  ['okaffor', 'Ama Okafor'],
  ['okaphor ama', undefined],
  ['okafar', 'Ama Okafor'],
])('a letter that is wrong, missing or in another place is forgiven: %s', (typed, name) => {
  expect(titles(found(typed), 'people')).toEqual(name ? [name] : []);
});

test('of a mistyped word the one that was meant is looked for, and of none that is near nothing', () => {
  const words = new Vocabulary();
  words.add('people', ' ama okafor okafors robin.hale@mail.example ');
  expect(words.meant('people', 'okafro')).toEqual(['okafor']);
  expect(words.meant('people', 'robni')).toEqual(['robin']);
  expect(words.meant('people', 'zzzzz')).toEqual([]);
  expect(words.meant('requests', 'okafor')).toEqual([]);
  expect(words.asTyped('people', 'okaf')).toEqual(['okaf']);
  expect(words.asTyped('people', 'okafro')).toEqual([]);
});

test('what is typed right is not taken for an error', () => {
  expect(found('sink').flatMap(({ kind }) => kind)).toEqual(['requests']);
});

test.each([
  ['2b', ['Unit 2B, Linden Court', 'Unit 2-B, Maple House']],
  ['linden 2b', ['Unit 2B, Linden Court']],
  ['apt 2 b', ['Unit 2B, Linden Court', 'Unit 2-B, Maple House']],
  ['Unit 2B', ['Unit 2B, Linden Court', 'Unit 2-B, Maple House']],
  ['#2b', ['Unit 2B, Linden Court', 'Unit 2-B, Maple House']],
  ['maple 2-b', ['Unit 2-B, Maple House']],
  ['7', ['Unit 007, Maple House']],
  ['07', ['Unit 007, Maple House']],
  ['home 22b', ['Unit 22B, Maple House']],
])('a home is found as people write its door: %s', (typed, homes) => {
  expect(titles(found(typed), 'homes')).toEqual(homes);
});

test('the door that is typed comes before those that begin with it', () => {
  expect(titles(found('linden 2'), 'homes')[0]).toBe('Unit 2, Linden Court');
});

test('an old request is found by its words, also completed and with an error of typing', () => {
  expect(titles(found('sink drip'), 'requests')).toEqual(['Kitchen sink drips.']);
  expect(titles(found('dishwahser'), 'requests')).toEqual(['The dishwasher is broken again']);
  expect(first(found('dishwasher'))?.to).toBe('/admin/maintenance?request=maintenance%3A20');
});

test.each(['1234.50', '$1,234.50', '1,234', 'rb-12-07', '4471'])(
  'an entry is found by its amount, receipt or check number: %s',
  (typed) => {
    const [group] = found(typed);
    expect(group).toMatchObject({ kind: 'entries', total: 1 });
    expect(group?.hits[0]).toMatchObject({ to: '/admin/ledger/2?entry=30' });
    expect(group?.hits[0]?.details[0]).toBe('Ama Okafor');
  },
);

test('leases, announcements, properties and screens are found', () => {
  expect(titles(found('lease 2b'), 'leases')).toEqual(['Lease of Unit 2B, Linden Court']);
  expect(first(found('pool'))).toMatchObject({ title: 'Pool party on Saturday' });
  expect(titles(found('linden'), 'properties')).toEqual(['Linden Court']);
  expect(first(found('rent roll'))).toMatchObject({ title: 'Books', to: '/admin/books' });
});

test.each([
  ['record payment okafor', 'Record Payment: Ama Okafor', '/admin/payments?payment=2'],
  ['okafor record payment', 'Record Payment: Ama Okafor', '/admin/payments?payment=2'],
  ['pay okafro', 'Record Payment: Ama Okafor', '/admin/payments?payment=2'],
  ['record payment 2b', 'Record Payment: Robin Hale', '/admin/payments?payment=1'],
  ['record payment nunez', 'Record Payment: José Nuñez', '/admin/ledger/3?payment=3'],
  ['add charge hale', 'Add Charge: Robin Hale', '/admin/payments?charge=1'],
  ['statement hale', 'Statement: Robin Hale', '/admin/ledger/1/statement'],
  ['new request linden 2b', 'New Request: Unit 2B, Linden Court', '/admin/maintenance?new=1&unit=12'],
  ['new lease 22b', 'New Lease: Unit 22B, Maple House', '/admin/addlease?unit=14'],
])('an action leads to its form for whom it names: %s', (typed, title, to) => {
  expect(first(found(typed))).toMatchObject({ title, to });
});

test('an action is there without a name too', () => {
  expect(titles(found('record'), 'actions')).toEqual(['Record Payment']);
  expect(titles(found('create user'), 'actions')).toEqual(['Create User']);
});

test.each(['late fees', 'Late fee', 'late  FEES'])(
  'a screen’s name finds it before what has these words: %s',
  (typed) => {
    const fee = entry(32, 50, { type: 'Late Fee', description: 'Late fee for rent for May' });
    const groups = found(typed, { index: indexOf({ 'listUserTransactions&id=2': [fee] }) });
    expect(first(groups)).toMatchObject({ title: 'Late fees', to: '/admin/leases#late-fees' });
    expect(groups.filter(({ kind }) => kind === 'screens')).toHaveLength(1);
  },
);

test('of one group all are found where that is asked for', () => {
  const index = indexOf({ listUsers: Array.from({ length: 20 }, (_, id) => person(id, `Ada N${id}`)) });
  const all = [...find(index, { typed: 'ada', isManager: true, recent: [], all: 'people' })].at(-1);
  expect(all?.[0]?.hits).toHaveLength(20);
  expect(found('ada', { index })[0]?.hits).toHaveLength(6);
});

test('what was found before comes first', () => {
  const many = Array.from({ length: 20 }, (_, id) => person(id, `Ada N${id}`));
  const index = indexOf({ listUsers: many });
  expect(found('ada', { index })[0]).toMatchObject({ total: 20 });
  expect(titles(found('ada', { index, recent: ['people 17'] }), 'people')[0]).toBe('Ada N17');
});

test('a resident finds their own things, and nothing of management', () => {
  const index = indexOf({ ...LISTS, listMyTransactions: [entry(70, 850)] }, false);
  expect(found('850', { index, isManager: false })).toMatchObject([
    { kind: 'entries', hits: [{ to: '/ledger?entry=70' }] },
  ]);
  expect(first(found('sink', { index, isManager: false }))?.to).toBe('/maintenance?request=maintenance%3A21');
  for (const typed of ['okafor', '2b', 'record payment', 'units', 'manage']) {
    const paths = found(typed, { index, isManager: false }).flatMap(({ hits }) => hits.map(({ to }) => to));
    expect(paths.filter((to) => to.startsWith('/admin'))).toEqual([]);
  }
});

test('a row that changed is found as it is now, and one that is gone not at all', () => {
  const index = indexOf({});
  const list = searchedLists(true).listUsers;
  if (!list) throw new Error('People are not searched.');
  const parts = (names: Record<string, string>) =>
    new Map(Object.entries(names).map(([id, name]) => [id, [person(1, name)]]));
  index.update('listUsers', list, { ids: ['a', 'b'], parts: parts({ a: 'Ada Stone', b: 'Bo Reed' }) });
  expect(titles(found('ada', { index }), 'people')).toEqual(['Ada Stone']);
  index.update('listUsers', list, { ids: ['c', 'b'], parts: parts({ c: 'Ada Wood' }) });
  expect(titles(found('ada', { index }), 'people')).toEqual(['Ada Wood']);
  expect(titles(found('reed', { index }), 'people')).toEqual(['Bo Reed']);
  index.update('listUsers', list, undefined);
  expect(found('reed', { index })).toEqual([]);
});
