import type { OwnLease } from '../../../../contract/leases/lease.ts';
import type { Autopay } from '../../../../contract/payments/autopay.ts';
import { LateAutopayNotice } from './LateAutopayNotice.tsx';
import { NextCharge } from './NextCharge.tsx';
import type { OnlineForm } from '../../../forms/useOnlineForm.ts';
import { parseAmount } from '../../../../contract/values/parseNumber.ts';
import { toDollars } from '../../../../contract/values/money.ts';
import { paidLeases } from '../../../../contract/payments/autopaySchedule.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { moneyText } from '../../../ui/data/Money.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { Select } from '../../../ui/forms/Select.tsx';

/** What is typed of autopay: the day as text, or `rent` for the day on which the rent is due. */
export type TypedAutopay = Record<'charge_day' | 'max_amount', string>;

/** The value of the choice that follows the lease. */
export const RENT_DAY = 'rent';

/** Said where shares are set. */
const ONLY_SHARE =
  'Autopay charges your share of what your home owes, and what you owe beside it. What another tenant leaves unpaid stays due.';

/** What is sent of it. */
export function autopayInput({ charge_day, max_amount }: TypedAutopay) {
  return {
    charge_day: charge_day === RENT_DAY ? null : Number(charge_day),
    max_amount: parseAmount(max_amount),
  };
}

/** "1st", "2nd", "31st". */
export function ordinal(day: number): string {
  const ending = day % 10 === 1 && day !== 11 ? 'st' : day % 10 === 2 && day !== 12 ? 'nd' : day % 10 === 3 && day !== 13 ? 'rd' : 'th'; // prettier-ignore
  return `${day}${ending}`;
}

/** The fields of day and limit. */
export function AutopayFields({
  field,
  set,
  values,
  autopay,
  hasLease,
  leases,
  suggested = 0,
}: Pick<OnlineForm<TypedAutopay>, 'field' | 'set' | 'values'> & {
  autopay: Autopay;
  hasLease: boolean;
  /** One’s own, whose late fees the chosen day may cause. */
  leases: readonly OwnLease[];
  /** In whole cents, a limit that leaves room above what the leases charge; 0 for none. */
  suggested?: number;
}) {
  const { charge_day, max_amount } = autopayInput(values);
  const hasShares = paidLeases(leases).some(({ shares }) => shares);
  return (
    <>
      {hasShares && <Banner type="info">{ONLY_SHARE}</Banner>}
      <Select
        label="Day of the month"
        required
        help="In a shorter month, its last day."
        {...field('charge_day')}
      >
        {hasLease && <option value={RENT_DAY}>The day my rent is due</option>}
        {Array.from({ length: 31 }, (_, index) => (
          <option key={index} value={index + 1}>
            The {ordinal(index + 1)}
          </option>
        ))}
      </Select>
      <LateAutopayNotice leases={leases} chargeDay={charge_day} />
      <Field
        label="Never more than"
        inputMode="decimal"
        autoComplete="off"
        required
        before="$"
        help="The most that one charge may be. Where more is due, your lease decides whether this much is paid or nothing."
        {...field('max_amount')}
      />
      {suggested > 0 && values.max_amount.trim() === '' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
            A fifth more than {hasShares ? 'your share of what ' : ''}your lease charges a month leaves room
            for utilities.
          </p>
          <Button variant="secondary" onClick={() => set({ max_amount: String(toDollars(suggested)) })}>
            Use {moneyText(suggested)}
          </Button>
        </div>
      )}
      <NextCharge autopay={autopay} chargeDay={charge_day} limit={max_amount} />
    </>
  );
}
