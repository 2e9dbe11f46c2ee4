import { DAY } from '../../../contract/values/calendar.ts';
import type { MonthReport, OpenByAge } from '../../../contract/books/books.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import { openByDay, setOffWhatWentBack, type DatedEntry } from '../../../contract/ledger/openByDay.ts';
import type { Sql } from '../../database/database.ts';
import { COLLECTED, FROM_DEPOSIT, OPENING, REFUNDED, WAIVED } from './accounts.ts';
import { dayOf } from './postings.ts';

interface Entry {
  id: number;
  type: string;
  amount: number;
  day: string;
}

type Read = Omit<MonthReport, 'month' | 'open'> & { last: string; accounts: Entry[][] };

/**
 * The report of a month, from the entries that count for a day before its end, so that nothing posted for a later day
 * changes it. What is open is worked out by the days of the entries, as allocations are of the order of posting.
 */
export async function readMonthReport(
  sql: Sql,
  { month, property, zone }: { month: string; property: number | null; zone: string },
): Promise<MonthReport> {
  const day = dayOf(zone);
  // One statement, so that the sums and the entries are of one moment.
  const [read] = await sql<Read>`
    with dated as materialized (
      select entry.id, entry.user_id, entry.amount, entry.reverses, coalesce(earlier.type, entry.type) as type,
        ${day} as day, coalesce(earlier.type, entry.type) = any(${COLLECTED}::text[]) as is_payment,
        entry.type = any(${OPENING}::text[]) as is_brought,
        coalesce(earlier.type, entry.type) = any(${FROM_DEPOSIT}::text[]) as is_from_deposit,
        coalesce(earlier.type, entry.type) = any(${REFUNDED}::text[]) as is_refund,
        entry.reverses is not null or entry.type = any(${WAIVED}::text[]) as is_waived
      from transactions as entry left join transactions as earlier on earlier.id = entry.reverses
      where ${day} < ${month}::date + interval '1 month'
        and (${property}::int is null or entry.unit_id in (select id from units where property_id = ${property}::int))
    ), owing as (
      select user_id from dated group by user_id having sum(amount) > 0
    ), standing as (
      select id, user_id, type, amount, day from dated
      where user_id in (select user_id from owing)
        and (reverses is null or reverses not in (select id from dated))
        and id not in (select reverses from dated where reverses is not null)
    )
    select coalesce(sum(amount) filter (where day < ${month}::date or is_brought), 0) as opening,
      coalesce(sum(amount) filter (where day >= ${month}::date and not is_payment and not is_from_deposit and not is_refund
        and not is_brought and not is_waived), 0) as charged,
      coalesce(-sum(amount) filter (where day >= ${month}::date and is_payment), 0) as collected,
      coalesce(-sum(amount) filter (where day >= ${month}::date and not is_payment and not is_from_deposit and not is_refund
        and is_waived), 0) as waived,
      coalesce(-sum(amount) filter (where day >= ${month}::date and is_from_deposit), 0) as from_deposits,
      coalesce(sum(amount) filter (where day >= ${month}::date and is_refund), 0) as refunded,
      coalesce(sum(amount), 0) as closing,
      ((${month}::date + interval '1 month')::date - 1)::text as last,
      coalesce((select json_agg(entries) from (
        select json_agg(json_build_object('id', id, 'type', type, 'amount', amount, 'day', day)) as entries
        from standing group by user_id) as owing), '[]') as accounts
    from dated`;
  if (!read) throw new Error('The sums were not returned.');
  const { last, accounts, ...sums } = read;
  return { month, ...sums, open: openByAge(accounts, last) };
}

/** What is open of the entries of each account, by how long before a day it was charged. */
function openByAge(accounts: readonly Entry[][], last: string): OpenByAge {
  const cents = { days_0_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0 };
  for (const account of accounts) {
    const dated: DatedEntry[] = account.map(({ amount, ...entry }) => ({ ...entry, cents: toCents(amount) }));
    const days = new Map(account.map(({ id, day }) => [id, day]));
    for (const [id, open] of openByDay(setOffWhatWentBack(dated))) {
      cents[ageOf(days.get(id) ?? last, last)] += open;
    }
  }
  const { days_0_30, days_31_60, days_61_90, over_90 } = cents;
  return {
    days_0_30: toDollars(days_0_30),
    days_31_60: toDollars(days_31_60),
    days_61_90: toDollars(days_61_90),
    over_90: toDollars(over_90),
  };
}

function ageOf(day: string, last: string): keyof OpenByAge {
  const days = (Date.parse(last) - Date.parse(day)) / DAY;
  if (days <= 30) return 'days_0_30';
  if (days <= 60) return 'days_31_60';
  return days <= 90 ? 'days_61_90' : 'over_90';
}
