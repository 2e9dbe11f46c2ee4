import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';
import {
  open,
  unit,
  meter,
  ROBIN,
  NOOR,
  bills,
  enter,
  review,
  usualBill,
  addNoor,
  clearBills,
} from '../../support/screens/utilities/readings.ts';

test.beforeAll(addNoor);

beforeEach(clearBills);

test('the units to read are in walking order, with the rates and last readings', async () => {
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  expect(
    screen.getAllByRole('group', { name: /^Unit/ }).map((row) => row.getAttribute('aria-label')),
  ).toEqual(['Unit 2B, Maple Court', ROBIN, NOOR, 'Unit 101, Harbor House']);
  expect(screen.getByText('per gallon').parentElement).toHaveTextContent('$0.0125 per gallon');
  expect(screen.getByText('per kWh').parentElement).toHaveTextContent('$0.145 per kWh');
  expect(screen.getByText('per therm').parentElement).toHaveTextContent('$1.09 per therm');
  expect(screen.getByRole('link', { name: 'Manage Rates' })).toHaveAttribute('href', '/admin/settings');
  expect(unit(ROBIN).getAllByText('No earlier reading')).toHaveLength(3);
  for (const input of unit(ROBIN).getAllByRole('textbox')) {
    expect(input).toHaveAttribute('inputmode', 'decimal');
  }
  app.close();
});

test('a reading is priced while typing, Enter goes to the next meter, and the review shows all bills', async () => {
  const app = await open();
  await enter(app, ROBIN, '1430.5');
  await app.user.keyboard('{Enter}310{Enter}4.25{Enter}');
  expect(unit(ROBIN).getByText('$67.46')).toBeInTheDocument();
  expect(meter(NOOR, /^Water/)).toHaveFocus();
  await app.user.keyboard('900');
  expect(screen.getByText('2 of 4 units').parentElement).toHaveTextContent('$78.71');

  await review(app);
  const dialog = within(await screen.findByRole('dialog', { name: 'Review bills' }));
  expect(dialog.getByText('Water 1,430.5 gal × $0.0125 = $17.88')).toBeInTheDocument();
  expect(dialog.getByText('Gas 4.25 therms × $1.0900 = $4.63')).toBeInTheDocument();
  expect(dialog.getByText('Robin Hale')).toBeInTheDocument();
  expect(dialog.getByText('Electric has no reading.')).toBeInTheDocument();
  expect(dialog.getByText('No reading, so no bill: 2 units')).toBeInTheDocument();
  await app.user.click(dialog.getByRole('button', { name: 'Post 2 Bills' }));
  await app.user.click(await screen.findByRole('button', { name: 'Bill as 0' }));

  expect(await screen.findByText('Successfully created 2 utility bill(s)!')).toBeInTheDocument();
  expect((await bills()).map(({ amount }) => amount).sort()).toEqual([11.25, 67.46]);
  expect(meter(ROBIN, /^Water/)).toHaveValue('');
  await waitFor(() => expect(unit(ROBIN).getByText(/^Billed \w{3} \d+$/)).toBeInTheDocument());
  await waitFor(() => expect(screen.queryByText(/^Successfully created/)).not.toBeInTheDocument());
  app.close();
});

test('letters in a meter field stay visible and show a message', async () => {
  const app = await open();
  await enter(app, ROBIN, '12e');
  expect(meter(ROBIN, /^Water/)).toHaveValue('12e');
  expect(meter(ROBIN, /^Water/)).toHaveAccessibleDescription(/Please enter a number like 1,450\.00\./);
  app.close();
});

test('readings are restored after the app was killed, for the same manager only', async () => {
  let app = await open();
  await enter(app, ROBIN, '1430.5', '31');
  await waitFor(() => expect(unit(ROBIN).getByText('$22.38')).toBeInTheDocument());
  app.close();
  app = await open();
  await screen.findByRole('group', { name: ROBIN });
  expect(meter(ROBIN, /^Water/)).toHaveValue('1430.5');
  expect(meter(ROBIN, /^Electric/)).toHaveValue('31');
  expect((await screen.findByText('1 of 4 units')).parentElement).toHaveTextContent('$22.38');
  app.close();
});

test('a review without readings, with a wrong number or without rates is refused with the reason', async () => {
  const app = await open();
  await screen.findByRole('group', { name: ROBIN });
  await review(app);
  expect(await screen.findByText('Please enter usage data for at least one unit.')).toBeInTheDocument();
  await enter(app, NOOR, '0');
  await review(app);
  expect(screen.getByText('Please enter usage data for at least one unit.')).toBeInTheDocument();
  await enter(app, ROBIN, '1.234');
  expect(unit(ROBIN).getByText('Water usage can have at most 2 decimals.')).toBeInTheDocument();
  await review(app);
  expect(await screen.findByText('Please check the numbers of Unit 101, Maple Court.')).toBeInTheDocument();
  expect(meter(ROBIN, /^Water/)).toHaveFocus();
  await app.user.clear(meter(ROBIN, /^Water/));
  expect(screen.queryByText(/^Please check the numbers/)).toBeNull();
  await enter(app, ROBIN, '99000000');
  await review(app);
  const million = 'The bill of Unit 101, Maple Court is more than $1,000,000.00. Please check its usage.';
  expect(await screen.findByText(million)).toBeInTheDocument();
  expect(meter(ROBIN, /^Water/)).toHaveFocus();
  app.close();

  await server.database.sql`delete from utility_rates`;
  const again = await open();
  await enter(again, ROBIN, '5');
  await waitFor(() => expect(screen.getByText('per gallon').parentElement).toHaveTextContent('$0.00'));
  await review(again);
  expect(await screen.findByText('Set the utility rates first.')).toBeInTheDocument();
  again.close();
});

test('a reading over three times the usual usage shows a warning', async () => {
  await usualBill();
  const app = await open();
  await enter(app, ROBIN, '3000.01', '300');
  expect(unit(ROBIN).getByText(/^Last 1,000,/)).toBeInTheDocument();
  await review(app);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Water is over three times the usual 1,000 gal.')).toBeInTheDocument();
  expect(dialog.queryByText(/^Electric is/)).not.toBeInTheDocument();
  expect(dialog.queryByText(/^Gas/)).not.toBeInTheDocument();
  // It is asked about as a meter without a reading is, and leads to its field.
  await app.user.click(dialog.getByRole('button', { name: 'Post 1 Bill' }));
  await screen.findByText(
    /^A reading is over three times the usual: Water of Unit 101, Maple Court, 3,000\.01 gal instead of the usual 1,000\. Bill it\?/,
  );
  await app.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Back' }));
  // That of the month before alone.
  expect(await bills()).toHaveLength(1);
  await app.user.click(dialog.getByRole('button', { name: /^Water is over three times/ }));
  await waitFor(() => expect(meter(ROBIN, /^Water/)).toHaveFocus());
  expect(screen.queryByRole('dialog', { name: 'Review bills' })).toBeNull();
  app.close();
});

test('a resident cannot open the readings', async () => {
  const app = await openApp(server, { at: '/admin/utilities', as: 'resident' });
  expect(await screen.findByText('Welcome back, Robin!')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Utilities' })).not.toBeInTheDocument();
  app.close();
});

test('a meter without a reading is asked about before it is billed as 0', async () => {
  const app = await open();
  await enter(app, ROBIN, '100', '7');
  await review(app);
  await app.user.click(await screen.findByRole('button', { name: 'Post 1 Bill' }));
  const name = 'A meter has no reading: Gas of Unit 101, Maple Court. Bill as 0?';
  const question = within(await screen.findByRole('alertdialog', { name }));
  await app.user.click(question.getByRole('button', { name: 'Back' }));
  expect(await bills()).toEqual([]);
  await app.user.click(screen.getByRole('button', { name: 'Back to readings' }));
  await enter(app, ROBIN, '', '', '0');
  await review(app);
  await app.user.click(await screen.findByRole('button', { name: 'Post 1 Bill' }));
  await screen.findByText('Successfully created 1 utility bill(s)!');
  app.close();
});
