import type { TenantBalance } from '../../../contract/ledger.ts';
import { toCents } from '../../../contract/money.ts';
import { unitLabel } from '../../../contract/unit.ts';
import { fullNameOf } from '../../../contract/user.ts';
import { Money } from '../../ui/data/Money.tsx';

/** The account that something is posted to. */
export interface Account {
  user_id: number;
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
