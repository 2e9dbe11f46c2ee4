import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { balanceOf, type TenantBalance } from '../../../contract/ledger/balances.ts';
import { compareTimes } from '../../../contract/values/calendar.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf, type UserWithUnit } from '../../../contract/users/user.ts';
import { nameOfNewPerson, type PersonItem } from '../../offline/subjects/people/invitations.ts';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay } from '../../ui/data/Time.tsx';

/** The account that something is posted to. */
export interface Account {
  user_id: number;
  /** The id of the item that adds whose it is, while they are unsent; they have no other id then. */
  addedBy?: string | undefined;
  unit_id: number | null;
  /** First and last name. */
  name: string;
  unit_number: string | null;
  property_name: string | null;
  /** Dollars; undefined where it is not known. */
  balance?: number;
}

export function accountOf(tenant: TenantBalance): Account {
  const { user_id, unit_id, unit_number, property_name, balance } = tenant;
  return { user_id, unit_id, name: fullNameOf(tenant), unit_number, property_name, balance };
}

/** The account of somebody whose ledger is open; `entries` are undefined until they are read. */
export function accountOfUser(user: UserWithUnit, entries: readonly Transaction[] | undefined): Account {
  const { id, unit } = user;
  return {
    ...{ user_id: id, unit_id: unit?.id ?? null, name: fullNameOf(user) },
    ...{ unit_number: unit?.unit_number ?? null, property_name: unit?.property_name ?? null },
    ...(entries ? { balance: toDollars(balanceOf(entries)) } : {}),
  };
}

/**
 * The account of a tenant of one of these leases, for a device that has not read more of them: by the lease that runs, or else the
 * last one that began. Undefined where they are on none.
 */
export function accountOfLeases(
  leases: readonly Lease[],
  userId: number,
  entries: readonly Transaction[] | undefined,
): Account | undefined {
  const today = isoDay();
  const own = leases
    .filter(({ tenants }) => tenants.some(({ id }) => id === userId))
    .toSorted((one, other) => compareTimes(one.starts, other.starts));
  const lease = own.findLast(({ starts, ends }) => starts <= today && (ends ?? today) >= today) ?? own.at(-1);
  const tenant = lease?.tenants.find(({ id }) => id === userId);
  if (!lease || !tenant) return undefined;
  return {
    ...{ user_id: userId, unit_id: lease.unit_id, name: fullNameOf(tenant) },
    ...{ unit_number: lease.unit_number, property_name: lease.property_name },
    ...(entries ? { balance: toDollars(balanceOf(entries)) } : {}),
  };
}

/** Nobody has this id. */
const NOBODY = 0;

/** The account that somebody who is unsent gets once they are sent. */
export function accountOfNewcomer(item: PersonItem): Account {
  const { unit_number, property_name } = item.shown;
  return {
    ...{ user_id: NOBODY, addedBy: item.id, unit_id: item.input.body.unit ?? null },
    ...{ name: nameOfNewPerson(item), unit_number, property_name },
  };
}

/** What is stored with an unsent entry of an account, to show it. */
export function shownOf({ name, unit_number, property_name }: Account) {
  return { name, unit_number, property_name };
}

/** Whose account it is, where they live and what they owe, at the top of a form. */
export function PaidAccount({ account }: { account: Account }) {
  const { name, balance } = account;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-control bg-sunken px-4 py-3">
      <p className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{name}</span>
        <span className="text-muted">{unitLabel(account)}</span>
      </p>
      {balance !== undefined && (
        <p className="text-muted">
          Balance <Money cents={toCents(balance)} tone="ledger" className="font-semibold" />
        </p>
      )}
    </div>
  );
}
