import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import { createContext } from '../../../server/process/createContext.ts';
import type { Database, Sql } from '../../../server/database/database.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { postEntries } from '../../../server/resources/ledger/postEntries.ts';
import { stripeClient, type CardProvider } from '../../../server/resources/payments/cardProvider.ts';
import { startPayment } from '../../../server/resources/payments/intents.ts';
import { settleDuePayments } from '../../../server/resources/payments/reconcile.ts';
import { ApiFailure } from '../../../stripe-stand-in/failure.ts';
import { confirmIntent, findIntent } from '../../../stripe-stand-in/intents.ts';
import { confirmSetup, createCustomer, createSetup } from '../../../stripe-stand-in/setups.ts';
import { startStandIn, type StandIn } from '../../../stripe-stand-in/standIn.ts';
import { copyMigratedDatabase } from '../../support/server/databases/embeddedCopies.ts';
import { kill, startProcess } from '../../support/server/kills/killedProcess.ts';

const DUE = '2026-03-01T12:00:00Z';
const DOLLARS = 80;

interface Charging {
  people: number;
  kills: number;
  /** Of a PostgreSQL server, where two processes charge at once; otherwise the database is embedded. */
  url?: string;
}

export interface ChargingFigures {
  /** How many tries were claimed when a process was killed, for each kill. */
  claimedAtKills: number[];
  /** How many people paid by hand in a tab that was open before. */
  paidByHand: number;
  /** How many people paid once, and have that one payment in their ledger; and how many there are. */
  paidOnce: number;
  people: number;
  discrepancies: string[];
}

/**
 * Has processes charge people by autopay and kills them again and again, while some pay the same debt by hand, until the rest is
 * charged in peace.
 */
export async function killedCharging({ people, kills, url }: Charging): Promise<ChargingFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-charging-'));
  const standIn = await startStandIn();
  const { secretKey, publishableKey, webhookSecret, apiBase } = standIn.settings;
  const environment = {
    ...{ NODE_ENV: 'test', DEMO: 'false', DATA_DIR: folder, LOG_LEVEL: 'error', NOW: DUE },
    ...{ STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey },
    ...{ STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase },
    ...(url ? { DATABASE_URL: url } : {}),
  };
  const start = () => startProcess('autopayProcess', environment);
  async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const { database } = await createContext(readConfiguration(environment));
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
  if (!url) await copyMigratedDatabase(path.join(folder, 'database'));
  const checkouts = await withDatabase(async (database) => {
    const ids = await insertPeople(database.sql, standIn, people);
    const provider = providerOn(database, standIn);
    // Each third has a checkout open in some tab.
    return Promise.all(
      ids
        .filter((_, index) => index % 3 === 0)
        .map(async (id) => (await startPayment(provider, id)).clientSecret),
    );
  });

  const together = url ? 2 : 1;
  const figures: ChargingFigures = {
    ...{ claimedAtKills: [], paidByHand: 0, paidOnce: 0, people, discrepancies: [] },
  };
  for (let killed = 0; killed < kills; killed += together) {
    const processes = await Promise.all(Array.from({ length: together }, () => start()));
    for (const each of processes) each.send('charge');
    const until = performance.now() + Math.random() * 400;
    while (performance.now() < until) {
      await pause(Math.random() * 30);
      figures.paidByHand += payByHand(standIn, checkouts[Math.floor(Math.random() * checkouts.length)]);
    }
    for (const each of processes) await kill(each);
    figures.claimedAtKills.push(await withDatabase(({ sql }) => leaveClaimed(sql)));
  }
  const last = await Promise.all(Array.from({ length: together }, () => start()));
  for (const each of last) each.send('charge');
  for (const each of last) {
    const [code] = each.exitCode === null ? ((await once(each, 'exit')) as [number | null]) : [each.exitCode];
    if (code !== 0) throw new Error(`A process that charges ended with ${code}.`);
  }
  await withDatabase(async (database) => {
    await database.sql`update payment_intents set asked_at = now() - interval '10 minutes'`;
    for (let call = 0; call * 20 < people; call += 1) await settleDuePayments(providerOn(database, standIn));
    figures.paidOnce = await countPaidOnce(database.sql, standIn);
    figures.discrepancies = await ledgerDiscrepancies(database);
  });
  await standIn.close();
  await rm(folder, { recursive: true, force: true });
  return figures;
}

function providerOn(database: Database, { settings }: StandIn): CardProvider {
  return { stripe: stripeClient(settings), settings, database, log: pino({ level: 'silent' }), zone: 'UTC' };
}

/** People who owe $80.00 each and have autopay on the 1st, by a card that is stored at the stand-in. Returns their ids. */
async function insertPeople(sql: Sql, { account }: StandIn, count: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    insert into users (username, email, password_hash, first_name, last_name)
    select 'tenant' || number, 'tenant' || number || '@example.com', '', 'Robin', 'Hale'
    from generate_series(1, ${count}::int) as number returning id`;
  const stored = rows.map(({ id: user_id }) => {
    const customer = createCustomer(account, {}).id;
    const setup = createSetup(account, { customer, metadata: {}, types: ['card'] });
    confirmSetup(account, setup, { payment_method: 'pm_card_visa' }, '');
    return { user_id, customer, setup: setup.id, payment_method: setup.payment_method };
  });
  await sql`
    with stored as materialized (
      select * from jsonb_to_recordset(${stored}::jsonb)
        as stored (user_id int, customer text, setup text, payment_method text)
    ), customers as (
      insert into stripe_customers (user_id, stripe_id) select user_id, customer from stored
    ), setups as (
      insert into autopay_setups (user_id, stripe_id, charge_day, max_amount, consent_version, consent_text, status,
        payment_method, method)
      select user_id, setup, 1, 2000, 1, 'Yes', 'succeeded', payment_method, 'card' from stored returning id, user_id
    )
    insert into autopay (user_id, setup_id, charge_day, max_amount, since)
    select user_id, id, 1, 2000, '2026-01-15' from setups`;
  await postEntries(
    sql,
    rows.map(({ id }) => ({
      ...{ user_id: id, unit_id: null, amount: DOLLARS, type: 'Misc Charge', description: 'A charge' },
      created_by: rows[0]?.id ?? null,
    })),
  );
  return rows.map(({ id }) => id);
}

/** Pays an open checkout in its tab. Returns 1, or 0 for one that autopay canceled or that is paid. */
function payByHand({ account }: StandIn, secret = ''): number {
  try {
    const intent = findIntent(account, secret.split('_secret_')[0] ?? '');
    confirmIntent(account, intent, { payment_method: 'pm_card_visa' }, '');
    return 1;
  } catch (error) {
    if (error instanceof ApiFailure) return 0;
    throw error;
  }
}

/** How many tries were claimed until now; lets an hour pass, so that others may finish them. */
async function leaveClaimed(sql: Sql): Promise<number> {
  const claimed = await sql`update autopay_runs set claimed_at = claimed_at - interval '1 hour' returning 1`;
  return claimed.length;
}

/** The people of whom the provider received the debt once, and whose ledger has this one payment. */
async function countPaidOnce(sql: Sql, { account }: StandIn): Promise<number> {
  const rows = await sql<{ user_id: number; stripe_id: string; cents: number | null }>`
    select payment.user_id, stripe_id, -entry.amount * 100 as cents
    from payment_intents as payment left join transactions as entry on entry.id = payment.transaction_id
    where stripe_id is not null`;
  const received = new Map<number, (number | null)[]>();
  for (const { user_id, stripe_id, cents } of rows) {
    if ((account.state.intents[stripe_id]?.amount_received ?? 0) === 0) continue;
    received.set(user_id, [...(received.get(user_id) ?? []), cents]);
  }
  return [...received.values()].filter((of) => of.length === 1 && of[0] === DOLLARS * 100).length;
}
