import { useState } from 'react';
import { toCents } from '../../../../contract/values/money.ts';
import { stateOf } from '../../../offline/engine/outbox/itemState.ts';
import { InDoubt, ItemGone } from '../../../offline/engine/outbox/outbox.ts';
import type { RefundItem } from '../../../offline/subjects/refunds.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { timeText } from '../../../ui/data/Time.tsx';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { useConfirm } from '../../../ui/feedback/Confirm.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { closedMonthOf } from './closedMonth.ts';
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
  const confirm = useConfirm();
  const [problem, setProblem] = useState<string>();
  const { refusal, reason, input, shown } = item;
  const { type, reference, refunded_on, amount } = input.body;
  const closed = closedMonthOf(refusal, refunded_on, 'refund');

  /** Does something that is refused once the refund may have arrived. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof InDoubt || error instanceof ItemGone)) throw error;
      setProblem(error.message);
    }
  }

  async function discard(): Promise<void> {
    const sure = await confirm({
      text: 'Discard this refund? It is not recorded.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep',
      danger: true,
    });
    if (sure) await refunds.discard(item);
  }

  return (
    <Card
      as="article"
      {...(refusal ? { tone: 'danger' as const } : {})}
      title={`${moneyText(toCents(amount))} to ${shown.name}`}
      action={<UnsentBadge needsAttention={refusal !== undefined} words={stateOf(item, refunds.sending)} />}
    >
      <p className="wrap-anywhere">
        {[type, reference].filter(Boolean).join(' ')}
        <span className="block text-sm text-muted">
          given back {timeText(refunded_on ?? item.capturedAt)}
        </span>
      </p>
      {refusal ? (
        <p className="font-semibold wrap-anywhere text-danger">{closed?.says ?? refusal.failure.message}</p>
      ) : (
        reason && <p className="text-muted">{reason}</p>
      )}
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {refusal && (
          <Button
            onClick={() =>
              void attempt(() => (closed ? refunds.recordAfterClosed(item) : refunds.retry(item)))
            }
          >
            {closed?.label ?? 'Try again'}
          </Button>
        )}
        {!item.mayHaveArrived && (
          <>
            <Button variant="secondary" onClick={onEdit}>
              Edit
            </Button>
            <Button variant="quiet" onClick={() => void attempt(discard)}>
              Discard
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
