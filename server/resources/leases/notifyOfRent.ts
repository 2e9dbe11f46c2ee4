import { addDays } from '../../../contract/values/calendar.ts';
import { chargeName, type LeaseCharge } from '../../../contract/leases/lease.ts';
import { monthName } from '../../../contract/values/calendar.ts';
import { chargesDue, type LeaseTerm } from '../../../contract/leases/leaseSchedule.ts';
import { toDollars } from '../../../contract/values/money.ts';
import type { Database, Sql } from '../../database/database.ts';
import { notify, type NewNotification } from '../../notifications/notify.ts';
import { chargesOfLease } from '../ledger/chargesOfLease.ts';
import { isPostingPaused } from './leaseQueries.ts';
import { localDayOf } from './localDay.ts';

/** How many days before it is due somebody is told of the rent. */
const DAYS_BEFORE = 3;

/** How many leases one transaction looks at. */
const BATCH = 500;

/** What autopay charges next of some people, in a sentence by their id. */
type Announce = (sql: Sql, users: readonly number[]) => Promise<ReadonlyMap<number, string>>;

interface Options {
  /** The community's time zone. */
  zone: string;
  /** Says it with the rent; without card payments there is none. */
  autopay?: Announce | undefined;
  now?: Date;
  /** Ends the work between two batches. */
  stopping?: AbortSignal;
}

interface Row extends LeaseTerm {
  id: number;
  /** The day at its property. */
  today: string;
  billed: number;
  charges: LeaseCharge[];
}

/** Tells who is billed for a lease of rent that falls due within the next days, once for each month. */
export async function notifyOfRent(
  database: Pick<Database, 'transaction'>,
  { zone, autopay, now = new Date(), stopping }: Options,
): Promise<void> {
  let after: number | undefined = 0;
  while (after !== undefined && !stopping?.aborted) {
    const from: number = after;
    after = await database.transaction((sql) => notifyOfBatch(sql, { zone, autopay, now, after: from }));
  }
}

/** Tells of the next leases after one. Returns the last of them; none where there are no more. */
async function notifyOfBatch(
  sql: Sql,
  { zone, autopay, now, after }: Pick<Options, 'zone' | 'autopay'> & { now: Date; after: number },
): Promise<number | undefined> {
  if (await isPostingPaused(sql)) return undefined;
  const localDay = await localDayOf(sql, { zone, now });
  const rows = await sql<Row>`
    select leases.id, ${localDay}::text as today, leases.starts::text as starts, leases.ends::text as ends, leases.proration,
      (select user_id from lease_tenants where lease_id = leases.id order by position limit 1) as billed,
      ${chargesOfLease()} as charges
    from leases join units on units.id = leases.unit_id join properties on properties.id = units.property_id
    where leases.id > ${after} and not leases.paused and leases.starts <= ${localDay} + ${DAYS_BEFORE}::int
      and (leases.ends is null or leases.ends >= ${localDay})
    order by leases.id limit ${BATCH}`;
  const events = rows
    .map((row) => ({ billed: row.billed, due: dueSoon(row) }))
    .filter(({ due }) => due.length > 0);
  const charging = await autopay?.(
    sql,
    events.map(({ billed }) => billed),
  );
  await notify(
    sql,
    ...events.flatMap(({ billed, due }) => due.map((event) => withAutopay(event, charging?.get(billed)))),
  );
  return rows.length < BATCH ? undefined : rows.at(-1)?.id;
}

type DueSoon = Extract<NewNotification, { kind: 'rent_due_soon' }>;

function withAutopay(event: DueSoon, autopay: string | undefined): DueSoon {
  return autopay === undefined ? event : { ...event, data: { ...event.data, autopay } };
}

function dueSoon({ id, today, billed, charges, ...term }: Row): DueSoon[] {
  const rents = charges.filter(({ kind }) => kind === 'rent');
  const due = chargesDue({ ...term, charges: rents }, addDays(today, DAYS_BEFORE));
  // What is due today is posted and told as a charge.
  return due
    .filter(({ due_on }) => due_on > today)
    .map(({ charge, month, due_on, cents }) => ({
      kind: 'rent_due_soon',
      to: [billed],
      data: {
        amount: toDollars(cents),
        due_on,
        description: `${chargeName(charge)} for ${monthName(month)}`,
      },
      once: `rent-due:${charge.id}:${month}`,
      about: `lease:${id}`,
    }));
}
