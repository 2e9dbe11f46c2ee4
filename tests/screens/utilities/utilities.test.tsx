import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect } from 'vitest';
import { openApp, type App } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { server } from '../../support/server/world.ts';

test.beforeAll(async () => {
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name, unit, is_manager)
    select 'tenant' || id, 'tenant' || id || '@example.com', '', 'Tenant', 'Of ' || unit_number, id, false
    from units where id in (3, 4)`;
});
beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from utility_bills where duplicate_of is not null`;
  await sql`delete from utility_bills`;
  await sql`delete from idempotency_keys`;
  await sql`delete from utility_rates`;
  await sql`update users set is_current_user = true`;
  await sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at)
    values (0.0125, 0.145, 1.09, now() - interval '60 days')`;
});

const open = () => openApp(server, { at: '/admin/utilities', as: 'manager' });
const unit = (name: string) => within(screen.getByRole('group', { name }));
const meter = (name: string, label: RegExp) => unit(name).getByLabelText<HTMLInputElement>(label);
const ROBIN = 'Unit 101, Maple Court';
const NOOR = 'Unit 102, Maple Court';
const bills = () => server.database.sql<{ amount: number; description: string }>`
  select amount, description from transactions
  where id in (select transaction_id from utility_bills) order by id`;

async function enter(app: App, name: string, water: string, electric = '', gas = ''): Promise<void> {
  await screen.findByRole('group', { name });
  for (const [label, text] of [[/^Water/, water], [/^Electric/, electric], [/^Gas/, gas]] as const) {
    if (text) await app.user.type(meter(name, label), text);
  } // prettier-ignore
}
const review = async (app: App) => {
  await app.user.click(screen.getByRole('button', { name: 'Review & Post Bills' }));
};
const post = async (app: App) => {
  await review(app);
  await app.user.click(await screen.findByRole('button', { name: /^Post \d+ Bills?$/ }));
  const question = screen.queryByRole('alertdialog');
  if (question) await app.user.click(within(question).getByRole('button', { name: 'Bill as 0' }));
};

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
  app.close();
});

describe('without a connection', () => {
  test('offline bills are saved, can be viewed and withdrawn, and are sent when the connection is back', async () => {
    const app = await open();
    await enter(app, ROBIN, '100');
    await waitFor(() => expect(screen.getByText(/^4 units, rates and last readings/)).toBeInTheDocument());
    app.network.offline = true;
    await post(app);
    const saved = 'Saved on this device. It will be sent when you are back online.';
    expect(await screen.findByText(saved)).toBeInTheDocument();
    const card = () => within(screen.getByRole('article'));
    await waitFor(() => expect(card().getByText('1 bill, $1.25')).toBeInTheDocument());
    await app.user.click(card().getByText('Look at the bill'));
    expect(card().getByText('Water 100 gal × $0.0125 = $1.25')).toBeInTheDocument();
    expect(unit(ROBIN).getByText('Waiting to send')).toBeInTheDocument();

    await app.user.click(card().getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(meter(ROBIN, /^Water/)).toHaveValue('100'));
    expect(screen.queryByRole('article')).not.toBeInTheDocument();

    await post(app);
    expect(await screen.findByText(saved)).toBeInTheDocument();
    app.reconnect();
    await waitFor(async () => expect((await bills()).map(({ amount }) => amount)).toEqual([1.25]));
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
    app.close();
  });

  test('a last reading that is not cached is shown as unknown, not as missing', async () => {
    const app = await openApp(server, { at: '/admin/maintenance', as: 'manager' });
    await screen.findByRole('link', { name: 'Utilities' });
    const mend = app.network.failAll(/^GET \/utilities/, { status: 500, message: 'The disk is full.' });
    await app.user.click(screen.getByRole('link', { name: 'Utilities' }));
    await screen.findByRole('group', { name: ROBIN });
    expect(unit(ROBIN).getAllByText('Last reading not on this device yet')).toHaveLength(3);
    expect(screen.queryByText('No earlier reading')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Not ready for offline' })).toBeInTheDocument();
    await enter(app, ROBIN, '100');
    await review(app);
    await screen.findByText(
      'The last readings are not on this device yet, so nothing here was compared with them.',
    );
    await app.user.click(screen.getByRole('button', { name: 'Back to readings' }));
    mend();
    await app.user.click(screen.getByRole('button', { name: 'Get all' }));
    await waitFor(() => expect(unit(ROBIN).getAllByText('No earlier reading')).toHaveLength(3));
    app.close();
  });

  test('“Ready for offline” shows what is cached, and one tap fetches the rest', async () => {
    const app = await open();
    expect(
      await screen.findByText(/^4 units, rates and last readings as of \d{1,2}:\d\d [AP]M$/),
    ).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Ready for offline' })).toBeInTheDocument();
    const before = app.network.requests.length;
    await app.user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => {
      const asked = app.network.requests.slice(before).map(({ path }) => path);
      expect(asked).toEqual(expect.arrayContaining(['/units', '/settings', '/utilities/last-readings']));
    });
    app.network.offline = true;
    await app.user.click(await screen.findByRole('button', { name: 'Update' }));
    expect(await screen.findByText(/What is here stays as it is/)).toBeInTheDocument();
    app.close();
  });
});

describe('bills that the server refused', () => {
  test('bills refused for changed rates can be re-priced and posted', async () => {
    const app = await open();
    await enter(app, ROBIN, '100');
    await server.database.sql`
      insert into utility_rates (rate_water, rate_electric, rate_gas) values (0.02, 0.145, 1.09)`;
    await post(app);
    expect(
      await screen.findByText(/^Failed to create utility bills: The utility rates changed/),
    ).toBeInTheDocument();
    expect(screen.getByText('$0.02')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Re-price and post' }));
    expect(await screen.findByText('Successfully created 1 utility bill(s)!')).toBeInTheDocument();
    expect((await bills()).map(({ amount }) => amount)).toEqual([2]);
    app.close();
  });

  test('bills refused as duplicates can each be left out or posted anyway', async () => {
    const app = await open();
    await enter(app, ROBIN, '100');
    await enter(app, NOOR, '200');
    await usualBill(new Date());
    await post(app);
    const again = await screen.findByRole('checkbox', { name: 'Post Unit 101, Maple Court, anyway' });
    expect(screen.getByText(/^Billed \w{3} \d+, \d{4} by Morgan Reyes$/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Post 1 bill' })).toBeInTheDocument();
    await app.user.click(again);
    await app.user.click(screen.getByRole('button', { name: 'Post 2 bills' }));
    expect(await screen.findByText('Successfully created 2 utility bill(s)!')).toBeInTheDocument();
    expect(await bills()).toHaveLength(3);
    app.close();
  });

  test('bills refused for someone who moved out can be left out, and the others are posted', async () => {
    const app = await open();
    await enter(app, ROBIN, '100');
    await enter(app, NOOR, '200');
    await server.database.sql`update users set is_current_user = false where username = 'neighbour'`;
    await post(app);
    expect(await screen.findByText('Unit 102, Maple Court (Noor Aziz)')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Post 1 bill' }));
    expect(await screen.findByText('Successfully created 1 utility bill(s)!')).toBeInTheDocument();
    expect((await bills()).map(({ amount }) => amount)).toEqual([1.25]);
    app.close();
  });

  test('bills refused for tenants who all moved out are discarded only after confirmation', async () => {
    let app = await open();
    const discard = async (answer: string) => {
      await app.user.click(await screen.findByRole('button', { name: 'Discard' }));
      const question = 'Are you sure you want to discard these readings? They are not posted.';
      const dialog = within(await screen.findByRole('alertdialog', { name: question }));
      await app.user.click(dialog.getByRole('button', { name: answer }));
    };
    await enter(app, ROBIN, '100');
    await server.database.sql`update users set is_current_user = false where username = 'resident'`;
    await post(app);
    await discard('Keep');
    app.close();
    app = await open();
    await discard('Discard');
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
    app.close();
  });

  test('withdrawing refused bills restores the readings in their fields', async () => {
    const app = await open();
    await enter(app, ROBIN, '100', '7');
    await server.database.sql`
      insert into utility_rates (rate_water, rate_electric, rate_gas) values (0.02, 0.145, 1.09)`;
    await post(app);
    await app.user.click(await screen.findByRole('button', { name: 'Withdraw all' }));
    expect(await screen.findByText(/^Withdrawn\. Nothing was posted/)).toBeInTheDocument();
    await waitFor(() => expect(meter(ROBIN, /^Water/)).toHaveValue('100'));
    expect(meter(ROBIN, /^Electric/)).toHaveValue('7');
    expect(await bills()).toEqual([]);
    app.close();
  });
});

test('a resident cannot open the readings', async () => {
  const app = await openApp(server, { at: '/admin/utilities', as: 'resident' });
  expect(await screen.findByText('Welcome back, Robin!')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Utilities' })).not.toBeInTheDocument();
  app.close();
});

/** A bill of 1,000 gallons and 300 kWh for unit 101, of last month or of the given day. */
async function usualBill(at?: Date): Promise<void> {
  const taken = at ?? new Date(Date.now() - 40 * 24 * 60 * 60_000);
  await server.database.sql`
    with entry as (
      insert into transactions (user_id, unit_id, amount, type, description)
      values (2, 1, 56, 'Utility', 'a bill') returning id
    )
    insert into utility_bills (transaction_id, user_id, unit_id, month, water_usage, electric_usage, gas_usage,
      rate_water, rate_electric, rate_gas, water_cost, electric_cost, gas_cost, due_date, taken_at, created_by)
    select id, 2, 1, date_trunc('month', ${taken}::timestamptz at time zone 'America/New_York')::date, 1000, 300, 0,
      0.0125, 0.145, 1.09, 12.5, 43.5, 0, '2026-11-30', ${taken}, 1 from entry`;
}

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

test('bills that were sent later are named on the screen', async () => {
  let app = await open();
  await enter(app, ROBIN, '100');
  await enter(app, NOOR, '200');
  await waitFor(() => expect(screen.getByText(/^4 units, rates and last readings/)).toBeInTheDocument());
  app.network.offline = true;
  await post(app);
  await screen.findByText('Saved on this device. It will be sent when you are back online.');
  app.close();
  app = await open();
  const sent = (await screen.findByRole('heading', { name: 'Sent from this device' })).closest('section')!;
  expect(sent).toHaveTextContent(
    /2 bills, \d{1,2}:\d\d [AP]M: Unit 101, Maple Court; Unit 102, Maple Court$/,
  );
  app.close();
});

test('a bill that somebody else posted meanwhile is kept as posted with one button', async () => {
  const app = await open();
  await enter(app, ROBIN, '100');
  await usualBill(new Date());
  await post(app);
  await app.user.click(await screen.findByRole('button', { name: 'Keep the bill as posted' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await app.user.click(dialog.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  expect(await bills()).toHaveLength(1);
  app.close();
});
