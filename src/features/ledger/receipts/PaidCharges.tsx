import { ENTRY_KINDS } from '../../../../contract/ledger/entryKinds.ts';
import { monthName } from '../../../../contract/values/calendar.ts';
import { toCents } from '../../../../contract/values/money.ts';
import type { Receipt } from '../../../../contract/payments/payments.ts';
import { chargeName } from '../../../subjects/ledger/chargeName.ts';
import { Money, moneyText } from '../../../ui/data/Money.tsx';

interface PaidCharge {
  /** With the month that it is for, where it is for one. */
  name: string;
  cents: number;
}

/**
 * What a payment paid, the oldest charge first, and what of it is left for later ones. Undefined for a payment that was taken back,
 * and for a receipt that does not say it: one that is unsent, or that the version before stored.
 */
export function paidFor({ pays, amount, reversed }: Pick<Receipt, 'pays' | 'amount' | 'reversed'>) {
  if (!pays || reversed) return undefined;
  const charges = pays.map((charge): PaidCharge => ({ name: nameOf(charge), cents: toCents(charge.amount) }));
  const ahead = toCents(amount) - charges.reduce((sum, { cents }) => sum + cents, 0);
  return ahead > 0 ? [...charges, { name: 'Paid ahead', cents: ahead }] : charges;
}

function nameOf({ type, description, month }: NonNullable<Receipt['pays']>[number]): string {
  const isUtility = type === ENTRY_KINDS.utility.type;
  const name = chargeName({ type, description, billed: isUtility ? month : null });
  return month === null || name.includes(monthName(month)) ? name : `${name}, ${monthName(month)}`;
}

/** "$50.00", or what was paid ahead. */
export function leftText(dollars: number): string {
  const cents = toCents(dollars);
  if (cents === 0) return 'Nothing';
  return cents > 0 ? moneyText(cents) : `Nothing; ${moneyText(-cents)} is paid ahead`;
}

/** The charges that a payment paid, each with how much of it. */
export function PaidCharges({ charges }: { charges: readonly PaidCharge[] }) {
  return (
    <section aria-labelledby="paid-charges">
      <h2 id="paid-charges" className="mb-1 text-sm text-muted">
        What was paid
      </h2>
      <ul role="list" className="divide-y divide-line">
        {charges.map(({ name, cents }, index) => (
          <li key={index} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Money cents={cents} className="ml-auto font-semibold" />
          </li>
        ))}
      </ul>
    </section>
  );
}
