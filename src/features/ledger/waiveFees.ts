import type { RecordedPayment } from '../../../contract/ledger/ledger.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { moneyText } from '../../ui/data/Money.tsx';

type Fees = RecordedPayment['fees_paid_in_time'];

/** Takes late fees back whose rent was paid in time, one after the other. */
export async function waiveFees(
  change: ReturnType<typeof useOnlineChange>['change'],
  fees: Readonly<Fees>,
): Promise<void> {
  for (const { id, amount } of fees) {
    await change({
      route: 'reverseTransaction',
      // The tenant reads the reason.
      input: { params: { id: String(id) }, body: { reason: 'Paid in time' } },
      done: `The late fee of ${moneyText(toCents(amount))} was waived.`,
      failed: (reason) => `The late fee could not be waived: ${reason}`,
    });
  }
}

/** What fees come to together. */
export function sumText(fees: Readonly<Fees>): string {
  return moneyText(fees.reduce((cents, { amount }) => cents + toCents(amount), 0));
}
