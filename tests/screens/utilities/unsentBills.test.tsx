import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect } from 'vitest';
import { openApp, type App } from '../../support/screens/app.tsx';
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

const post = async (app: App) => {
  await review(app);
  await app.user.click(await screen.findByRole('button', { name: /^Post \d+ Bills?$/ }));
  const question = screen.queryByRole('alertdialog');
  if (question) await app.user.click(within(question).getByRole('button', { name: 'Bill as 0' }));
};

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
    expect(unit(ROBIN).getByText('Unsent')).toBeInTheDocument();

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
      const asked = app.network.requests.slice(before).map(({ path }) => decodeURIComponent(path));
      expect(asked).toContain('/settings');
      // Both lists by what changed in them.
      expect(asked.filter((path) => path.startsWith('/changes/rows')).join()).toMatch(
        /"listUnits".*"listLastReadings"/,
      );
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
