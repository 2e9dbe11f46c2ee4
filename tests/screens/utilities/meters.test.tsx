import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { addMeter, meteredEntry } from '../../support/server/meters/meters.ts';
import { resetMoves, vacancy } from '../../support/server/meters/moves.ts';
import { manager, server } from '../../support/server/world.ts';
import {
  bills,
  clearBills,
  meter,
  NOOR,
  open,
  review,
  ROBIN,
  unit,
} from '../../support/screens/utilities/readings.ts';

beforeEach(async () => {
  await resetMoves();
  await clearBills();
});

const water = () => meter(ROBIN, /^Water W-1/);
const readings = () => server.database.sql<{ value: number; estimated: boolean }>`
  select value, estimated from meter_readings where kind = 'read' order by id`;
async function post(app: Awaited<ReturnType<typeof open>>): Promise<void> {
  await review(app);
  await app.user.click(await screen.findByRole('button', { name: 'Post 1 Bill' }));
  await screen.findByText('Successfully created 1 utility bill(s)!');
}

test('a home with meters is asked what they show, and for no kind that it has no meter for', async () => {
  await addMeter(1, { place: 'Hall closet' });
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  expect(unit(ROBIN).getAllByRole('textbox')).toHaveLength(1);
  expect(unit(ROBIN).getByText('Hall closet · Last 1,000, Jan 1')).toBeInTheDocument();
  expect(unit(NOOR).getAllByRole('textbox')).toHaveLength(3);
  expect(meter(NOOR, 'Water usage (gal)')).toBeInTheDocument();
  await app.user.type(water(), '1120');
  expect(unit(ROBIN).getByText('120 gal')).toBeInTheDocument();
  expect(unit(ROBIN).getByText('$1.50')).toBeInTheDocument();
  await post(app);
  expect(await bills()).toEqual([{ amount: 1.5, description: 'Water 120 gal × $0.0125 = $1.50' }]);
  await waitFor(() => expect(unit(ROBIN).getByText(/· Last 1,120/)).toBeInTheDocument());
  app.close();
});

test('a value below the last one is asked about when the field is left, and each answer is computed', async () => {
  await addMeter(1, { first_value: 99_900 });
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  await app.user.type(water(), '50');
  expect(screen.queryByRole('button', { name: 'Typo' })).toBeNull();
  await app.user.keyboard('{Enter}');
  expect(water()).toHaveAccessibleDescription(/Rolled over, exchanged, or a typo\?/);
  await app.user.click(screen.getByRole('button', { name: 'Rolled over: 150 gal' }));
  expect(water()).toHaveFocus();
  expect(unit(ROBIN).getByText('150 gal, rolled over')).toBeInTheDocument();

  await app.user.clear(water());
  await app.user.type(water(), '60000{Enter}');
  // Far from its last value it did not roll over.
  expect(screen.queryByRole('button', { name: /^Rolled over/ })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Typo' }));
  expect(water()).toHaveValue('');
  expect(water()).toHaveFocus();

  await app.user.type(water(), '40{Enter}');
  await app.user.click(screen.getByRole('button', { name: 'Exchanged' }));
  expect(water()).toHaveFocus();
  await app.user.type(screen.getByLabelText(/^Old meter’s last value/), '99950');
  await app.user.type(screen.getByLabelText(/^New meter’s number/), 'W-2');
  await app.user.type(screen.getByLabelText(/^New meter began at/), '10');
  expect(unit(ROBIN).getByText('80 gal')).toBeInTheDocument();
  await post(app);
  expect((await bills()).map(({ description }) => description)).toEqual(['Water 80 gal × $0.0125 = $1.00']);
  expect(await screen.findByLabelText(/^Water W-2/)).toBeInTheDocument();
  app.close();
});

test('a usage out of the usual is said at the meter, and counted among those to check', async () => {
  const { id } = await addMeter(1);
  await billOf(id, 1100);
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  await app.user.type(water(), '1401{Tab}');
  expect(unit(ROBIN).getByRole('alert')).toHaveTextContent('301 gal, over three times the usual 100 gal');
  expect(screen.getByText('1 to check')).toBeInTheDocument();
  await app.user.clear(water());
  await app.user.type(water(), '1133{Tab}');
  expect(unit(ROBIN).getByRole('alert')).toHaveTextContent('33 gal, under a third of the usual 100 gal');
  app.close();
});

test('a meter is skipped with a reason in two taps, or estimated and marked so, and the focus returns to it', async () => {
  const { id } = await addMeter(1);
  await billOf(id, 1100);
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  await app.user.click(unit(ROBIN).getByRole('button', { name: 'Not read?' }));
  await app.user.click(screen.getByRole('button', { name: 'A dog' }));
  expect(await unit(ROBIN).findByText('Skipped: A dog')).toBeInTheDocument();
  await waitFor(() => expect(water()).toHaveFocus());
  expect(screen.getByText('1 skipped')).toBeInTheDocument();
  await waitFor(async () =>
    expect(await server.database.sql`select reason from meter_readings where kind = 'skipped'`).toEqual([
      { reason: 'A dog' },
    ]),
  );
  await app.user.click(unit(ROBIN).getByRole('button', { name: 'Not read?' }));
  await app.user.click(screen.getByRole('button', { name: /^Estimate 1,200: 100 gal/ }));
  await waitFor(() => expect(water()).toHaveFocus());
  expect(water()).toHaveValue('1200');
  expect(screen.queryByText('1 skipped')).toBeNull();
  await review(app);
  const dialog = within(await screen.findByRole('dialog', { name: 'Review bills' }));
  expect(dialog.getByText('Water W-1 is estimated.')).toBeInTheDocument();
  expect(dialog.getByText('W-1: 1,100 to 1,200')).toBeInTheDocument();
  await app.user.click(dialog.getByRole('button', { name: 'Post 1 Bill' }));
  await screen.findByText('Successfully created 1 utility bill(s)!');
  expect((await readings()).at(-1)).toEqual({ value: 1200, estimated: true });
  app.close();
});

test('a meter is found by its number, and the next one without a reading by one tap', async () => {
  await addMeter(1);
  await addMeter(2, { serial_number: 'N-77' });
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  await app.user.type(water(), '1001');
  await app.user.click(screen.getByRole('button', { name: 'Next meter' }));
  expect(meter(NOOR, /^Water N-77/)).toHaveFocus();
  await app.user.type(screen.getByLabelText('Unit or number of a meter'), 'n-7');
  expect(screen.queryByRole('group', { name: ROBIN })).toBeNull();
  expect(unit(NOOR).getByLabelText(/^Water N-77/)).toBeInTheDocument();
  // What was typed at others is kept.
  await app.user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(water()).toHaveValue('1001');
  app.close();
});

test('what was typed of an exchange is there again after the app was killed', async () => {
  await addMeter(1);
  let app = await open();
  await screen.findByRole('group', { name: ROBIN });
  await app.user.type(water(), '40{Enter}');
  await app.user.click(screen.getByRole('button', { name: 'Exchanged' }));
  await app.user.type(screen.getByLabelText(/^New meter’s number/), 'W-2');
  app.close();
  app = await open();
  await screen.findByRole('group', { name: ROBIN });
  expect(water()).toHaveValue('40');
  expect(screen.getByLabelText(/^New meter’s number/)).toHaveValue('W-2');
  app.close();
});

test('the tenant’s bill shows both readings with their days', async () => {
  const { id } = await addMeter(1);
  await billOf(id, 1120);
  const [entry] = await server.database.sql<{ id: number }>`
    select transaction_id as id from utility_bills order by id desc limit 1`;
  const app = await openApp(server, { at: `/ledger?entry=${entry!.id}`, as: 'resident' });
  const bill = within(await screen.findByRole('dialog', { name: 'Utility' }));
  expect(bill.getByRole('row', { name: /^Water/ })).toHaveTextContent(
    'W-1: 1,000 (Jan 1, 2026) to 1,120 (Feb 1, 2026) = 120 gal',
  );
  app.close();
});

/** A bill of last month, up to this value. */
async function billOf(meterId: number, value: number): Promise<void> {
  const body = [await meteredEntry(2, 1, [{ meter_id: meterId, value, read_on: '2026-02-01' }])];
  const answer = await server.call('POST', '/utilities', { as: manager, body });
  expect(answer.statusCode, answer.body).toBe(201);
  await server.database.sql`update utility_bills set month = month - interval '1 month'`;
}

test('after a move the reading of that day is asked for, and what was used before is named and not billed', async () => {
  await vacancy();
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  await app.user.type(water(), '1180');
  await app.user.tab();
  const before = unit(ROBIN).getByLabelText(/^Showed when they moved in/);
  expect(before).toHaveAccessibleDescription(
    /^It was read last on .*, before they moved in on .*\. Please enter what it showed then\./,
  );
  await review(app);
  expect(await screen.findByText(/^Unit 101, Maple Court: It was read last on/)).toBeInTheDocument();
  await app.user.type(before, '1190');
  expect(water()).toHaveAccessibleDescription(/Rolled over, exchanged, or a typo\?/);
  await app.user.clear(before);
  await app.user.click(unit(ROBIN).getByRole('button', { name: 'Nothing was used before' }));
  expect(unit(ROBIN).getByText('80 gal')).toBeInTheDocument();
  await app.user.clear(before);
  await app.user.type(before, '1130');
  expect(unit(ROBIN).getByText('50 gal')).toBeInTheDocument();
  await review(app);
  expect(
    await screen.findByText('30 gal of Water W-1 before they moved in are not billed.'),
  ).toBeInTheDocument();
  await app.user.click(await screen.findByRole('button', { name: 'Post 1 Bill' }));
  await screen.findByText('Successfully created 1 utility bill(s)!');
  expect((await bills()).at(-1)?.description).toBe('Water 50 gal × $0.0125 = $0.63');
  app.close();
});

test('what was read without a bill is billed by one tap, up to that reading and its day', async () => {
  const { id } = await addMeter(1);
  await server.call('POST', `/meters/${id}/readings`, {
    as: manager,
    body: { value: 1080, read_on: '2026-11-20' },
  });
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  await app.user.click(unit(ROBIN).getByRole('button', { name: 'Bill up to the last reading' }));
  await post(app);
  expect((await bills()).at(-1)?.description).toBe('Water 80 gal × $0.0125 = $1.00');
  expect((await readings()).map(({ value }) => value)).toEqual([1080, 1080]);
  app.close();
});
