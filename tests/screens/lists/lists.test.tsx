import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { moneyText } from '../../../src/ui/data/Money.tsx';
import { ToastProvider } from '../../../src/ui/feedback/Toasts.tsx';
import { ListTable } from '../../../src/ui/lists/ListTable.tsx';
import type { Chip, ListColumn } from '../../../src/ui/lists/listOptions.ts';
import { ListTools } from '../../../src/ui/lists/ListTools.tsx';
import { useList } from '../../../src/ui/lists/useList.ts';
import { savedFiles } from '../../support/screens/files.ts';
import { onPhone } from '../../support/screens/layout.ts';

interface Home {
  id: number;
  door: string;
  /** In cents. */
  rent: number | null;
}
const HOMES: Home[] = [
  { id: 1, door: 'C10', rent: 120_000 },
  { id: 2, door: 'C2', rent: null },
  { id: 3, door: 'Élan 1', rent: 90_000 },
  { id: 4, door: 'c1', rent: 150_050 },
];
const columns: ListColumn<Home>[] = [
  { key: 'door', header: 'Door', card: 'title', sort: ({ door }) => door, cell: ({ door }) => door },
  {
    key: 'rent',
    header: 'Rent',
    sort: ({ rent }) => rent,
    cell: ({ rent }) => (rent ? moneyText(rent) : '–'),
  },
  {
    key: 'actions',
    header: 'Actions',
    card: 'actions',
    cell: ({ door }) => <button type="button">Paint {door}</button>,
  },
];
const CHIPS: Chip<Home>[] = [
  { value: 'all', label: 'All', has: () => true },
  { value: 'rented', label: 'Rented', has: ({ rent }) => rent !== null },
];
const rowKey = ({ id }: Home) => id;
const textsOf = ({ door, rent }: Home) => [door, rent === null ? null : moneyText(rent)];

let location = '';
let back: () => void;

function Homes() {
  const list = useList({ rows: HOMES, rowKey, textsOf, columns, chips: CHIPS });
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    location = pathname + search;
    back = () => act(() => void navigate(-1));
  }, [pathname, search, navigate]);
  if (pathname !== '/') return <h1>Another screen</h1>;
  return (
    <>
      <ListTools
        label="Search homes"
        list={list}
        one="home"
        many="homes"
        chipsLabel="Homes"
        totalOf={(rows) => `${moneyText(rows.reduce((sum, { rent }) => sum + (rent ?? 0), 0))} in all`}
        tableOf={(rows) => ({ name: 'homes', header: ['Door'], rows: rows.map(({ door }) => [door]) })}
        printed="All homes"
        actionsOf={(rows) => (
          <button type="button">Paint {rows.map(({ door }) => door).join(' and ')}</button>
        )}
      />
      <ListTable
        caption="Homes"
        list={list}
        columns={columns}
        rowKey={rowKey}
        nameOf={({ door }) => door}
        summaryOf={({ id, door, rent }) => ({
          to: `/home/${id}`,
          name: door,
          place: 'Linden House',
          figure: rent && moneyText(rent),
        })}
        empty="No homes found."
      />
    </>
  );
}

function show(at = '/') {
  render(
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={new QueryClient()}>
        <ToastProvider>
          <Homes />
        </ToastProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return userEvent.setup({ delay: null });
}

/** The doors that are shown, from the top. */
const doors = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

test('a heading sorts by its column, and pressed again the other way round', async () => {
  const user = show();
  expect(doors()).toEqual(['C10', 'C2', 'Élan 1', 'c1']);
  await user.click(screen.getByRole('button', { name: 'Door' }));
  expect(doors()).toEqual(['c1', 'C2', 'C10', 'Élan 1']);
  expect(screen.getByRole('columnheader', { name: 'Door' })).toHaveAttribute('aria-sort', 'ascending');
  await user.click(screen.getByRole('button', { name: 'Rent' }));
  await user.click(screen.getByRole('button', { name: 'Rent' }));
  expect(doors()).toEqual(['c1', 'C10', 'Élan 1', 'C2']);
  expect(screen.getByRole('columnheader', { name: 'Rent' })).toHaveAttribute('aria-sort', 'descending');
  expect(location).toBe('/?sort=-rent');
});

test('chips tell how many there are, and a list says what the shown rows come to', async () => {
  const user = show();
  const homes = within(screen.getByRole('group', { name: 'Homes' }));
  expect(homes.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['All4', 'Rented3']);
  await user.click(homes.getByRole('button', { name: /^Rented/ }));
  expect(doors()).toEqual(['C10', 'Élan 1', 'c1']);
  await user.type(screen.getByRole('searchbox'), 'c1');
  expect(await screen.findByText('2 of 3 homes')).toBeVisible();
  expect(screen.getByText('$2,700.50 in all')).toBeVisible();
});

test('sort, chip and search are in the address, so that Back and a reload keep them', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: /^Rented/ }));
  await user.click(screen.getByRole('button', { name: 'Door' }));
  await user.type(screen.getByRole('searchbox'), 'elan');
  await waitFor(() => expect(location).toBe('/?show=rented&sort=door&search=elan'));
  await user.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(location).toBe('/?show=rented&sort=door'));
});

test('a list that is opened by its address answers what it asks, and what is typed is kept as the field is left', async () => {
  const user = show('/?show=rented&sort=-door&search=c1');
  expect(doors()).toEqual(['C10', 'c1']);
  expect(screen.getByRole('searchbox')).toHaveValue('c1');
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'elan');
  await user.tab();
  await waitFor(() => expect(location).toBe('/?show=rented&sort=-door&search=elan'));
});

test('an address that names what is not there any more shows the list as it is at first', () => {
  show('/?show=gone&sort=-gone');
  expect(doors()).toEqual(['C10', 'C2', 'Élan 1', 'c1']);
});

test('of several that are selected it is told what they come to, and what can be done is done to them alone', async () => {
  const files = savedFiles();
  const user = show();
  await user.click(screen.getByRole('checkbox', { name: 'Select C10' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select c1' }));
  const bar = within(screen.getByRole('region', { name: 'Selected' }));
  expect(bar.getByRole('status')).toHaveTextContent('2 selected$2,700.50 in all');
  bar.getByRole('button', { name: 'Paint C10 and c1' });
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]!.text()).toBe('\uFEFF"Door"\r\n"C10"\r\n"c1"\r\n');

  // What a search hides is not done behind it.
  await user.type(screen.getByRole('searchbox'), 'c10');
  expect(await bar.findByText('1 selected')).toBeVisible();
  await user.click(bar.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('region', { name: 'Selected' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Select all that are shown' }));
  expect(screen.getByText('1 selected')).toBeVisible();
});

test('an export has the rows that are shown, in their order', async () => {
  const files = savedFiles();
  const user = show('/?show=rented&sort=door');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]!.text()).toBe('\uFEFF"Door"\r\n"c1"\r\n"C10"\r\n"Élan 1"\r\n');
});

test('what is shown is printed whole, in place of the screen', async () => {
  const print = vi.fn(() => {
    const paper = document.querySelector<HTMLElement>('body > .printed-list');
    expect(within(paper!).getByRole('heading', { name: 'All homes', hidden: true })).toBeInTheDocument();
    expect(paper!.querySelectorAll('tbody tr')).toHaveLength(3);
  });
  vi.stubGlobal('print', print);
  const user = show('/?show=rented');
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(document.querySelector('.printed-list')).toBeNull();
});

test('on a phone a row is name, place and figure, and leads to the page; selected, it has its actions', async () => {
  onPhone();
  const user = show();
  const rows = within(screen.getByRole('list', { name: 'Homes' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('C10Linden House$1,200.00');
  expect(within(rows[0]!).getByRole('link')).toHaveAttribute('href', '/home/1');
  expect(screen.queryByRole('button', { name: 'Paint C2' })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Rent');
  await user.click(screen.getByRole('button', { name: 'Low to high' }));
  expect(location).toBe('/?sort=-rent');
  await user.click(screen.getByRole('checkbox', { name: 'Select C2' }));
  expect(within(screen.getByRole('region', { name: 'Selected' })).getAllByText('Paint C2')).toHaveLength(2);

  await user.click(within(rows[0]!).getByRole('link'));
  await screen.findByRole('heading', { name: 'Another screen' });
  back();
  expect(location).toBe('/?sort=-rent');
});

test('on a phone it is told how the rows stand where nothing was chosen, and that is chosen again', async () => {
  onPhone();
  const user = show();
  const sort = screen.getByLabelText('Sort by');
  expect(sort).toHaveDisplayValue('As listed');
  expect(screen.queryByRole('button', { name: 'Low to high' })).toBeNull();
  await user.selectOptions(sort, 'Rent');
  expect(sort).toHaveDisplayValue('Rent');
  expect(location).toBe('/?sort=rent');
  await user.selectOptions(sort, 'As listed');
  expect(location).toBe('/');
});

test('where nothing is found among the chosen, it is told that only these were searched, and one press shows all', async () => {
  const user = show('/?show=rented');
  await user.type(screen.getByRole('searchbox'), 'c2');
  expect(await screen.findByText('Only “Rented” was searched.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show All' }));
  expect(doors()).toEqual(['C2']);
  await waitFor(() => expect(location).toBe('/?search=c2'));
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText('No homes found.')).toBeVisible();
  expect(screen.queryByText(/was searched/)).toBeNull();
});
