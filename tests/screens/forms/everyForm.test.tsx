import { readdirSync, readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { CommonMeter } from '../../../contract/utilities/commonMeters.ts';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { isoDay } from '../../../src/ui/data/Time.tsx';
import { addEntry, residentWith } from '../../support/server/accounts.ts';
import { setUpAutopay } from '../../support/server/autopay.ts';
import { addWaterMeter } from '../../support/server/meters/addWaterMeter.ts';
import { server, testWith } from '../../support/server/payingWorld.ts';
import { SIGNED, walk } from '../../support/server/leases/inspections.ts';
import { reported } from '../../support/server/requests.ts';
import { openApp } from '../../support/screens/app.tsx';
import { freshDevice } from '../../support/screens/freshDevice.ts';
import { fakeStripe } from '../../support/screens/fakeStripe.ts';
import { answer } from '../../support/screens/manageUsers.tsx';
import {
  closeDialogs,
  emptyRequired,
  expectTyped,
  fill,
  labelOf,
  problemsOf,
  submitButton,
} from './controls.ts';
import { EXEMPT, forms, type Form } from './forms.ts';

// What every form promises: what is missing is named at its field, the first of which has the focus, and nothing is sent;
// while it is sent its button says so and cannot be pressed again; what the server refuses is said, and what was typed is
// still there, as it is after Escape.

const REFUSAL = 'The office is closed.';
const test = testWith({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'office@example.com',
  PUBLIC_URL: 'https://portal.example.com',
}).extend('device', { auto: true }, freshDevice);
const provider = fakeStripe();
beforeEach(() => provider.install());
afterEach(() => provider.remove());

const usernames: Record<string, string> = {};
const ids: Record<string, number> = {};

test.beforeAll(async () => {
  // The network of another file's last test, whose server is closed.
  vi.unstubAllGlobals();
  const { sql } = server.database;
  const as = await server.token('manager');
  usernames.owing = await residentWith(server, [{ amount: 1200, type: 'Rent' }]);
  usernames.automatic = await residentWith(server);
  await setUpAutopay(server, await server.token(usernames.automatic));
  const [tenant] = await sql<{ id: number }>`select id from users where username = ${usernames.owing}`;
  const [rent] = await sql<{ id: number }>`select id from transactions where user_id = ${tenant!.id}`;
  const payment = await addEntry(server, usernames.owing, {
    amount: -100,
    type: 'Check',
    at: '2026-05-03T12:00:00Z',
  });
  const started = await server.call('POST', '/leases', {
    as,
    body: {
      ...{ unit_id: 1, starts: '2026-01-01', proration: 'actual_days', tenant_ids: [tenant!.id] },
      charges: [{ kind: 'rent', amount: 1200, due_day: 1, from_month: addMonths(monthOf(isoDay()), 1) }],
    },
  });
  const term = { starts: '2026-01-01', ends: '2040-12-31', proration: 'actual_days', charges: [] };
  const ending = await server.call('POST', '/leases', {
    as,
    body: { ...term, unit_id: 3, tenant_ids: [tenant!.id] },
  });
  const { id: lease, charges } = started.json<Lease>();
  await server.call('PUT', `/leases/${lease}`, { as, body: { payment_policy: 'any_amount' } });
  const deposit = await server.call('POST', `/leases/${lease}/deposit`, {
    as,
    body: { kind: 'Received', amount: 500 },
  });
  await server.call('PUT', '/inspections/7c9e6679-7425-40de-944b-e07fc1f90ae7', {
    as,
    body: walk({ lease_id: lease, ...SIGNED }),
  });
  await server.call('POST', '/messages/00000000-0000-4000-8000-000000000002', {
    as,
    body: { text: 'The pool is closed.', user_id: 2 },
  });
  const posted = await server.call('POST', '/announcements', {
    as,
    body: { announcement: 'The pool opens.', announcement_type: 'General', publish_at: null },
  });
  const meter = await addWaterMeter(server, '/units/1/meters', { serial_number: 'W-77' });
  await server.call('POST', '/meter-readings/requests', { as, body: { unit_ids: [1] } });
  await server.call('POST', `/meters/${meter}/sent-readings`, {
    as: await server.token('resident'),
    body: { value: 1100, read_on: '2026-05-03' },
  });
  const sentReadings = await server.call('GET', '/meter-readings/sent', { as });
  const ofMeter = await server.call('GET', `/meters/${meter}/readings`, { as });
  const shared = { serial_number: 'C-77', shared_by: 'equally', unit_ids: [1] };
  const common = await addWaterMeter(server, '/properties/1/common-meters', shared);
  const commonMeters = await server.call('GET', '/common-meters', { as });
  const request = await reported(server, 'resident', 'The sink drips.');
  const entry = await server.call('POST', '/entry-notices', {
    as,
    body: {
      ...{ unit_id: request.unit_id, purpose: 'Inspection' },
      ...{ entry_on: '2099-05-01', entry_from: '09:00', entry_to: '11:00' },
    },
  });
  Object.assign(ids, {
    ...{ tenant: tenant!.id, rent: rent!.id, payment, lease, charge: charges[0]!.id, request: request.id },
    ending: ending.json<Lease>().id,
    ...{ meter, common, commonReading: commonMeters.json<CommonMeter[]>()[0]!.readings[0]!.id },
    entry: entry.json<{ id: number }>().id,
    sent: sentReadings.json<{ id: number }[]>()[0]!.id,
    reading: ofMeter.json<{ id: number }[]>()[0]!.id,
    deposit: deposit.json<Deposit>().entries[0]!.id,
    announcement: posted.json<{ id: number }>().id,
  });
});

/** What no device keeps, and the rest. */
function apart(typed: Form['typed']): [secret: Form['typed'], kept: Form['typed']] {
  const isSecret = ([label]: [string, unknown]) => /password|code/i.test(label);
  const all = Object.entries(typed);
  return [
    Object.fromEntries(all.filter(isSecret)),
    Object.fromEntries(all.filter((each) => !isSecret(each))),
  ];
}

const withIds = (text: string) => text.replaceAll(/<(\w+)>/g, (_, name: string) => String(ids[name]));

test('every form is in this list', () => {
  const folder = new URL('../../../src/', import.meta.url);
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(features|subjects)\/.*\.tsx$/.test(file))
    .filter((file) =>
      /<(FormCard|FormModal|form)\b|\buse(Draft|Online|Queued|Public)Form[<(]/.test(
        readFileSync(new URL(file, folder), 'utf8'),
      ),
    );
  expect([...new Set([...forms.map(({ file }) => file), ...Object.keys(EXEMPT)])].sort()).toEqual(
    found.sort(),
  );
});

test.each(forms.map((row) => [row.file, row.submit, row] as const))(
  '%s, “%s”, says what is missing, is sent once, and loses nothing where Escape closes it or it is refused',
  async (_file, _submit, row) => {
    const app = await openApp(server, {
      at: withIds(row.at),
      ...(row.as && { as: usernames[row.as] ?? row.as }),
    });
    for (const [line, body] of Object.entries(row.given ?? {})) {
      app.network.failAll(new RegExp(`^${line}$`), { status: 200, body });
    }
    await row.open?.(app);
    let submit = await submitButton(row.submit);
    let form = submit.form!;
    const line = new RegExp(`^${withIds(row.sends)}$`);
    const sent = () => app.network.requests.filter(({ method, path }) => line.test(`${method} ${path}`));

    const empty = await emptyRequired(app, form);
    if (typeof row.required === 'string') {
      expect(empty).toEqual([]);
    } else {
      expect(empty.map(labelOf)).toEqual(Object.keys(row.required));
      await app.user.click(submit);
      await waitFor(() => expect(problemsOf(form)).toEqual(row.required));
      await waitFor(() => expect(empty[0]).toHaveFocus());
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(sent()).toEqual([]);
    }

    await fill(app, form, row.typed);
    if (form.closest('dialog')) {
      await closeDialogs(app);
      if (row.open) await row.open(app);
      else app.go(withIds(row.at));
      submit = await submitButton(row.submit);
      form = submit.form!;
      const [secret, kept] = apart(row.typed);
      await waitFor(() => expectTyped(form, kept));
      await fill(app, form, secret);
    }
    let answered = (): void => undefined;
    const held = new Promise<void>((resolve) => (answered = resolve));
    app.network.failAll(line, { status: 409, message: REFUSAL, held });
    await app.user.click(submit);
    if (row.then) await app.user.click(await submitButton(row.then));
    if (row.sure) await answer(app, /./, row.sure);
    const busy = await screen.findByRole('button', { name: row.busy });
    expect(busy).toBeDisabled();
    await app.user.click(busy);
    await waitFor(() => expect(sent()).not.toEqual([]));
    expect(sent()).toHaveLength(1);
    answered();

    if (row.queued === undefined) {
      const says = row.says?.(REFUSAL) ?? REFUSAL;
      await screen.findAllByText(says, { selector: '[role=alert] *' });
      await submitButton(row.then ?? row.submit);
      expectTyped(form, row.typed);
    } else {
      await waitFor(() => expect(screen.queryByRole('button', { name: row.busy })).toBeNull());
      app.go('/outbox');
      await screen.findByRole('heading', { name: 'Unsent' });
      expect(await screen.findByText(REFUSAL)).toBeVisible();
      expect(screen.getByText(row.queued)).toBeVisible();
    }
    expect(sent()).toHaveLength(1);
  },
);
