import { toCents } from '../../../../contract/values/money.ts';
import type { RefundItem } from '../../../offline/subjects/ledger/refunds.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { timeText } from '../../../ui/data/Time.tsx';
import { closedMonthOf } from '../unsent/closedMonth.ts';
import { UnsentEntry } from '../../../subjects/ledger/unsent/UnsentEntry.tsx';
import type { Refunds } from './useRefunds.ts';

interface UnsentRefundsProps {
  refunds: Refunds;
  onEdit: (item: RefundItem) => void;
}

/** The refunds that wait on this device, and what can be done with each. */
export function UnsentRefunds({ refunds, onEdit }: UnsentRefundsProps) {
  if (refunds.items.length === 0) return <></>;
  return (
    <section aria-label="Unsent refunds" className="mb-6">
      <ul role="list" className="flex flex-col gap-4">
        {refunds.items.map((item) => (
          <li key={item.id}>
            <UnsentRefund {...{ item, refunds }} onEdit={() => onEdit(item)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface UnsentRefundProps {
  item: RefundItem;
  refunds: Refunds;
  onEdit: () => void;
}

function UnsentRefund({ item, refunds, onEdit }: UnsentRefundProps) {
  const { type, reference, refunded_on, amount } = item.input.body;
  const closed = closedMonthOf(item.refusal, refunded_on, 'refund');
  return (
    <UnsentEntry
      item={item}
      sending={refunds.sending}
      title={`${moneyText(toCents(amount))} to ${item.shown.name}`}
      refusedSince={closed?.says}
      answer={
        closed
          ? { label: closed.label, act: () => refunds.recordAfterClosed(item) }
          : { label: 'Try again', act: () => refunds.retry(item) }
      }
      onEdit={onEdit}
      discardQuestion="Discard this refund? It is not recorded."
      discard={() => refunds.discard(item)}
    >
      {[type, reference].filter(Boolean).join(' ')}
      <span className="block text-sm text-muted">given back {timeText(refunded_on ?? item.capturedAt)}</span>
    </UnsentEntry>
  );
}
