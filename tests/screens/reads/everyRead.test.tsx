import { readdirSync, readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect } from 'vitest';
import { residentWith, settlePayment } from '../../support/server/accounts.ts';
import { communityDay } from '../../support/days.ts';
import { begin } from '../../support/screens/leases.ts';
import { openApp } from '../../support/screens/app.tsx';
import { test } from '../../support/screens/world.ts';
import { billPhotos, INSPECTION, THREAD, reads, type Read } from './shownReads.ts';
import {
  addMeter as addCommonMeter,
  read as readCommonMeter,
} from '../../support/server/meters/commonMeters.ts';
import { addMeter, meteredEntry } from '../../support/server/meters/meters.ts';
import { sha256 } from '../../support/server/photos/uploads.ts';
import { post, RATES, ROBIN } from '../../support/server/resources/utilities.ts';
import { photo } from '../../support/server/server.ts';
import { SIGNED, walk } from '../../support/server/leases/inspections.ts';
import { manager, server } from '../../support/server/world.ts';
import { noRequests, reported } from '../../support/server/requests.ts';

// What every screen promises of what it reads: where that cannot be loaded it says so, with the server's reason, and can be
// tried again. What the screens say where there is nothing is in `emptyCommunity.test.tsx`.

let lease: number;
let receipt: number;
/** The reading of a common meter whose shares are shown. */
let shares: number;
test.beforeAll(async () => {
  ({ id: lease } = await begin());
  await server.database.sql`
    insert into deposit_entries (lease_id, user_id, kind, amount, day, created_by)
    values (${lease}, 2, 'Received', 500, '2026-01-01', 1)`;
  await server.call('POST', `/messages/${THREAD}`, {
    as: manager,
    body: { text: 'The pool is closed.', user_id: 2 },
  });
  await server.call('PUT', `/inspections/${INSPECTION}`, {
    as: manager,
    body: walk({ lease_id: lease, ...SIGNED }),
  });
  await server.call('PUT', '/settings', { as: manager, body: RATES });
  await addMeter(1);
  const { id: shared } = await addCommonMeter('equally');
  shares = await readCommonMeter(shared, 5000);
  receipt = await settlePayment(server, await residentWith(server, [{ amount: 80, type: 'Rent' }]), {
    amount: 80,
  });
  await server.database.sql`
    insert into announcements (user_id, announcement, announcement_type, status, publish_at, property_ids)
    values (1, 'The lift is off.', 'General', 'approved', now(), '{2}')`;
});
beforeEach(() => noRequests(server));

async function pathOf({ at }: Read): Promise<string> {
  const path = at
    .replace(':lease', String(lease))
    .replace(':receipt', String(receipt))
    .replace(':shares', String(shares));
  if (!path.includes(':request')) return path;
  const { id } = await reported(server, 'resident', 'The sink drips.');
  return path.replace(':request', String(id));
}

/** Within less than the minute after which every read is tried again by itself. */
async function expectShown(words: RegExp): Promise<void> {
  await waitFor(() => expect(screen.queryAllByText(words)).not.toEqual([]), { timeout: 40_000 });
}

async function failAndTryAgain(read: Read): Promise<void> {
  const app = await openApp(server, { at: await pathOf(read), as: read.as ?? 'manager' });
  const mend = app.network.failAll(new RegExp(`^${read.get}`), {
    status: 500,
    message: 'The database is busy.',
  });
  if (read.press) await app.user.click(await screen.findByText(read.press));
  const words = read.says ? `${read.says}: The database is busy.` : 'The database is busy.';
  const [problem] = await screen.findAllByText(words, { selector: '[role=alert] *' });
  mend();
  const said = within(problem!.closest<HTMLElement>('[role=alert]')!);
  await app.user.click(read.again ? screen.getByText(read.again) : said.getByText('Try Again'));
  await expectShown(read.shows);
}

test('every read of a screen that says when it failed is in this list', () => {
  const folder = new URL('../../../src/', import.meta.url);
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('screens/') && !file.startsWith('catalogue/'))
    .filter((file) =>
      /<(Loaded|LoadedRecord|ListCard|Figure)\b/.test(readFileSync(new URL(file, folder), 'utf8')),
    )
    // It takes its words from the cards.
    .filter((file) => file !== 'features/dashboard/ListCard.tsx');
  expect(new Set([...reads, billPhotos].map(({ file }) => file))).toEqual(new Set(found));
});

test.each(reads)('$file says that $get failed, and is tried again', (read) => failAndTryAgain(read));

test('the photos of a bill say that they failed, and are tried again', async () => {
  const { id: meter_id } = await addMeter(1, { serial_number: 'W-2', installed_on: communityDay() });
  const billed = await post([
    await meteredEntry(ROBIN, 1, [{ meter_id, value: 1100, following_photos: [sha256(await photo('red'))] }]),
  ]);
  expect(billed.statusCode, billed.body).toBe(201);
  await failAndTryAgain(billPhotos);
});
