import type { Sql as Part } from 'sql-template-tag';
import { billDescription, priceOf, tooLarge, workingOf } from '../../../contract/utilities/billPrice.ts';
import { METERS } from '../../../contract/utilities/meters.ts';
import type { Settings } from '../../../contract/utilities/rates.ts';
import type { CostLine } from '../../../contract/utilities/tariffCost.ts';
import {
  tariffsOf,
  validTariffs,
  type Tariff,
  type TariffOfKind,
} from '../../../contract/utilities/tariffs.ts';
import type { UtilityBillEntry } from '../../../contract/utilities/utilityBills.ts';
import { LARGEST_ENTRY } from '../../../contract/values/amount.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { ratesAt } from './rates.ts';
import { readTariffs } from './tariffs.ts';

/** What bills are priced by. */
interface Prices {
  rates: Settings;
  /** Those that are valid on the day. */
  tariffs: Tariff[];
}

export interface BilledTenant {
  user_id: number;
  unit_id: number;
  unit_number: string;
  property_id: number;
  property_name: string;
}

/** A bill to insert, with the amount and description of its ledger entry. */
export interface BillRow extends Settings, UtilityBillEntry {
  unit_id: number;
  /** The home, as refusals name it. */
  place: string;
  amount: number;
  description: string;
  /** The lines of a bill by tariff. */
  working: CostLine[] | null;
}

/**
 * The rates in force when something was read, and the tariffs of that day.
 * @throws {ApiError} 400 `no_rates` where usage costs nothing
 */
export async function pricesAt(sql: Sql, capturedAt: Part, day: string): Promise<Prices> {
  const rates = await ratesAt(sql, capturedAt);
  const tariffs = validTariffs(await readTariffs(sql), day);
  if (METERS.every((meter) => rates[`rate_${meter}`] === 0) && tariffs.length === 0) {
    throw new ApiError(400, 'Set the utility rates first.', { code: 'no_rates' });
  }
  return { rates, tariffs };
}

/**
 * The bills at these prices.
 * @throws {ApiError} 409 `rates_changed` for costs at others; 400 for a bill of $0.00 or above the largest entry
 */
export function billRows(
  entries: readonly UtilityBillEntry[],
  tenants: ReadonlyMap<number, BilledTenant>,
  prices: Prices,
): BillRow[] {
  const priced = entries.map((entry) => {
    const tenant = tenants.get(entry.user_id);
    if (!tenant) throw new Error(`User ${entry.user_id} is missing among the tenants.`);
    return { entry, tenant, tariffs: tariffsOf(prices.tariffs, tenant.property_id) };
  });
  if (!priced.every(({ entry, tariffs }) => isPriced(entry, prices.rates, tariffs))) {
    const { rates, tariffs } = prices;
    throw new ApiError(409, 'The utility rates changed, so these costs are not right any more.', {
      code: 'rates_changed',
      detail: { rates, tariffs },
    });
  }
  return priced.map(({ entry, tenant, tariffs }) => billRow(entry, tenant, { rates: prices.rates, tariffs }));
}

/** An app that knows no tariffs prices at the flat rates. It is not asked again, since it would give the same answer. */
function isPriced(entry: UtilityBillEntry, rates: Settings, tariffs: TariffOfKind): boolean {
  const costsAt = (by: TariffOfKind) => {
    const price = priceOf(entry, rates, by);
    return METERS.every((meter) => toCents(entry[`${meter}_cost`]) === toCents(price[`${meter}_cost`]));
  };
  return costsAt(tariffs) || (!entry.by_tariff && costsAt({}));
}

function billRow(
  entry: UtilityBillEntry,
  tenant: BilledTenant,
  { rates, tariffs }: { rates: Settings; tariffs: TariffOfKind },
): BillRow {
  const { cents, ...costs } = priceOf(entry, rates, tariffs);
  if (cents === 0) throw new ApiError(400, `The usage of ${placeOf(tenant)} comes to $0.00.`);
  if (cents > LARGEST_ENTRY) {
    throw new ApiError(400, tooLarge(placeOf(tenant)));
  }
  return {
    ...entry,
    ...costs,
    ...rates,
    unit_id: tenant.unit_id,
    place: placeOf(tenant),
    amount: toDollars(cents),
    description: billDescription(entry, rates, tariffs),
    working: workingOf(entry, rates, tariffs) ?? null,
  };
}

export function placeOf({
  unit_number,
  property_name,
}: Pick<BilledTenant, 'unit_number' | 'property_name'>): string {
  return `Unit ${unit_number} (${property_name})`;
}
