import { readdirSync, readFileSync } from 'node:fs';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import type { ListedUser } from '../../../contract/users/user.ts';
import { textsBy, type Searched } from '../../../src/features/users/searchUsers.ts';
import { digitsOf, matching } from '../../../src/ui/data/matchesSearch.ts';
import { SearchField } from '../../../src/ui/forms/SearchField.tsx';
import { Table, type Column } from '../../../src/ui/data/Table.tsx';

interface Lamp {
  id: number;
  name: string;
  price: string;
}
const columns: Column<Lamp>[] = [
  { key: 'name', header: 'Lamp', card: 'title', cell: ({ name }) => name },
  { key: 'price', header: 'Price', align: 'right', cell: ({ price }) => price },
  { key: 'actions', header: 'Actions', card: 'actions', cell: ({ name }) => <button>Light {name}</button> },
];
const lamps = [
  { id: 1, name: 'Lantern', price: '$12' },
  { id: 2, name: 'Torch', price: '$3' },
];

function show(rows: Lamp[]) {
  return render(
    <Table caption="Lamps" columns={columns} rows={rows} rowKey={({ id }) => id} empty="No lamps." />,
  );
}

/** The screen is as wide as a phone's, as far as `matchMedia` tells. */
function onPhone(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

test('on a wide screen a table has a caption, headings and a row for each record', () => {
  show(lamps);
  const table = screen.getByRole('table', { name: 'Lamps' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((each) => each.textContent),
  ).toEqual(['Lamp', 'Price', 'Actions']);
  expect(table).toHaveAttribute('aria-rowcount', '3');
  const [, first] = within(table).getAllByRole('row');
  expect(
    within(first!)
      .getAllByRole('cell')
      .map((each) => each.textContent),
  ).toEqual(['Lantern', '$12', 'Light Lantern']);
});

test('on a phone a table shows each record as a card that names its values', () => {
  onPhone();
  show(lamps);
  const list = screen.getByRole('list', { name: 'Lamps' });
  const [, torch] = within(list).getAllByRole('listitem');
  expect(torch).toHaveTextContent('TorchPrice$3Light Torch');
  expect(within(torch!).getByRole('term')).toHaveTextContent('Price');
  expect(screen.queryByRole('table')).toBeNull();
  vi.unstubAllGlobals();
});

test('a table without rows says so', () => {
  show([]);
  expect(screen.getByText('No lamps.')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

test.each([
  ['', true],
  ['   ', true],
  ['MULL', true],
  ['müll', true],
  ['zoe  m', true],
  ['Müller Zoë', false],
  ['porch', true],
  ['zoë müllerporch', false],
])('a search for “%s” finds Zoë Müller of the porch: %s', (search, found) => {
  expect(matching(search)('Zoë  Müller', null, undefined, 'Porch')).toBe(found);
});

test.each([
  ['O’Brien', "O'Brien"],
  ["O'Brien", 'O’Brien'],
  ['Oʼbrien', 'o`BRIEN'],
  ["O'Brien", 'obrien'],
  ["Ann O'Brien", 'ann obrien'],
  ['OBrien', 'O Brien'],
  ['O’Brien', 'O Brien'],
  ['O Brien', "O'Brien"],
  ['O-Brien', 'obrien'],
  ['Mac Donald', 'macdonald'],
  ['Kealiʻi', "keali'i"],
  ['Anne‑Marie', 'anne-marie'],
  ['Anne–Marie', 'anne marie'],
  ['Anne Marie', 'Anne-M'],
  ['2 B', '2 b'],
  ['Zoë​ Müller', 'zoe muller'],
  ['Mül­ler', 'Müller'],
])('a row with “%s” is found by “%s”', (text, search) => {
  expect(matching(search)(text)).toBe(true);
});

test('a search with a space finds no letters in the middle of a word', () => {
  expect(matching('is it')('A visitor')).toBe(false);
  expect(matching('is it')('It is its door')).toBe(true);
});

test.each([
  ['(512) 555-0134', '512-555-0134'],
  ['(512) 555-0134', '5125550134'],
  ['(512) 555-0134', '555 0134'],
  ['5125550134', '555-0134'],
  ['5125550134', '(512) 555'],
])('a phone number written “%s” is found by “%s”', (phone, search) => {
  expect(matching(search)(phone, digitsOf(phone))).toBe(true);
});

test('a person is found by both names, typed under either of them', () => {
  const ann = { first_name: 'Ann', last_name: 'O’Brien' } as ListedUser;
  const bea = { ...ann, first_name: 'Bea' };
  const found = (by: Searched, typed: string) =>
    [ann, bea].filter((user) => matching(typed)(...textsBy(by)(user, typed.includes(' '))));
  for (const by of ['firstName', 'lastName'] as const) expect(found(by, "Ann O'Brien")).toEqual([ann]);
  expect(found('lastName', 'O Brien')).toHaveLength(2);
  expect(found('firstName', 'obrien')).toEqual([]);
});

test('every search goes through the one function, and every search box is the one field', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(`src/${file}`, 'utf8') }));
  const holding = (words: RegExp) => sources.filter(({ text }) => words.test(text)).map(({ file }) => file);
  expect(holding(/type="search"|role="search/)).toEqual(['ui/forms/SearchField.tsx']);
  const searching = holding(/<SearchField|<ListSearch|<ListTools/).filter(
    (file) => !file.startsWith('catalogue/'),
  );
  expect(searching.length).toBeGreaterThan(2);
  expect(
    searching.filter(
      (file) =>
        !holding(
          /useListSearch[(<]|useList[(<]|useListAddress|List<Row>|RequestFilterFieldsProps|MeterSearchProps/,
        ).includes(file),
    ),
  ).toEqual([]);
  expect(holding(/\bmatching\(/).sort()).toEqual([
    'features/utilities/meters/findMeters.ts',
    'ui/data/ListSearch.tsx',
    'ui/data/matchesSearch.ts',
  ]);
  expect(holding(/\bfinding\(/).sort()).toEqual(['ui/data/matchesSearch.ts', 'ui/lists/useList.ts']);
  // Capitals are folded for no other comparison of what is typed.
  expect(holding(/toLowerCase\(\)\s*\.(includes|startsWith|indexOf)\(/)).toEqual([]);
});

test('the search field has a label, tells what is typed, and can be emptied', async () => {
  function Search() {
    const [value, setValue] = useState('');
    return (
      <>
        <SearchField label="Search lamps" hideLabel value={value} onChange={setValue} />
        <output>{value}</output>
      </>
    );
  }
  render(<Search />);
  const field = screen.getByRole('searchbox', { name: 'Search lamps' });
  const user = userEvent.setup();
  await user.type(field, 'lan');
  expect(screen.getByRole('status')).toHaveTextContent('lan');
  await user.clear(field);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
