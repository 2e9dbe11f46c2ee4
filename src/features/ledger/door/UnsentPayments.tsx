import { FileText } from 'lucide-react';
import { useState } from 'react';
import { toCents } from '../../../../contract/values/money.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { stateOf } from '../../../offline/engine/outbox/itemState.ts';
import { InDoubt, ItemGone } from '../../../offline/engine/outbox/outbox.ts';
import type { PaymentItem } from '../../../offline/subjects/doorPayments.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { timeText } from '../../../ui/data/Time.tsx';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { useConfirm } from '../../../ui/feedback/Confirm.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { closedMonthOf } from '../refunds/closedMonth.ts';
import type { Account } from '../PaidAccount.tsx';
import { PaymentForm } from './PaymentForm.tsx';
import { repeatedText, type DoorPayments } from './useDoorPayments.ts';

interface UnsentPaymentsProps {
  payments: DoorPayments;
  /** Of this tenant alone. */
  userId?: number;
}

/** The payments that wait on this device, what can be done with each, and the form of the one that is edited. */
export function UnsentPayments({ payments, userId }: UnsentPaymentsProps) {
  const { address, open, close } = useDialogAddress();
  const items = payments.items.filter((item) => userId === undefined || isOf(item, userId));
  const edited = items.find(({ id }) => id === address.get('edit'));
  if (items.length === 0) return <></>;
  return (
    <section aria-label="Unsent payments" className="mb-6">
      <ul role="list" className="flex flex-col gap-4">
        {items.map((item) => (
          <li key={item.id}>
            <UnsentPayment {...{ item, payments }} onEdit={() => open({ edit: item.id })} />
          </li>
        ))}
      </ul>
      {edited && (
        <PaymentForm
          key={edited.id}
          account={accountOf(edited)}
          item={edited}
          {...{ payments }}
          onClose={close}
        />
      )}
    </section>
  );
}

/** Whether somebody paid it, or it goes to their account. */
function isOf({ input: { body }, shown }: PaymentItem, userId: number): boolean {
  return body.userId === userId || (body.for_home === true && shown.home?.user_id === userId);
}

function accountOf({ input: { body }, shown }: PaymentItem): Account {
  const { name, unit_number, property_name } = shown;
  return { user_id: body.userId, unit_id: body.unitId ?? null, name, unit_number, property_name };
}

interface UnsentPaymentProps {
  item: PaymentItem;
  payments: DoorPayments;
  onEdit: () => void;
}

function UnsentPayment({ item, payments, onEdit }: UnsentPaymentProps) {
  const confirm = useConfirm();
  const [problem, setProblem] = useState<string>();
  const { body } = item.input;
  const { name } = item.shown;
  const code = item.refusal?.failure.code;

  /** Does something that is refused once the payment may have arrived. */
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
    const given = body.receipt_number ? ` Receipt ${body.receipt_number} is then void.` : '';
    const sure = await confirm({
      text: `Discard this payment? It is not recorded.${given}`,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep',
      danger: true,
    });
    if (sure) await payments.discard(item);
  }

  const actions: Record<string, [label: string, act: () => Promise<void>]> = {
    payment_repeated: ['Record anyway', () => payments.recordAnyway(item)],
    receipt_number_used: ['Record with another number', () => payments.recordWithoutNumber(item)],
    unknown_receipt_number: ['Record with another number', () => payments.recordWithoutNumber(item)],
  };
  const closed = closedMonthOf(item.refusal, body.received_on, 'payment');
  if (closed) actions.month_closed = [closed.label, () => payments.recordAfterClosed(item)];
  const [label, act] = (code && actions[code]) || ['Try again', () => payments.retry(item)];
  return (
    <Card
      as="article"
      {...(item.refusal ? { tone: 'danger' as const } : {})}
      title={`${moneyText(toCents(body.amount))} from ${name}`}
      action={
        <UnsentBadge needsAttention={item.refusal !== undefined} words={stateOf(item, payments.sending)} />
      }
    >
      <p className="wrap-anywhere">
        {[body.type, body.reference].filter(Boolean).join(' ')}
        <span className="block text-sm text-muted">
          {unitLabel(item.shown)} · received {timeText(body.received_on ?? item.capturedAt)}
          {body.receipt_number && ` · receipt ${body.receipt_number}`}
        </span>
      </p>
      <Reason item={item} />
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {item.refusal && <Button onClick={() => void attempt(act)}>{label}</Button>}
        <ButtonLink variant="secondary" icon={FileText} to={`/payments/receipt/${item.id}`}>
          Show receipt
        </ButtonLink>
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

/** Why a payment was refused, or not sent yet. */
function Reason({ item }: { item: PaymentItem }) {
  const { refusal, reason } = item;
  if (refusal) {
    const isRepeated = refusal.failure.code === 'payment_repeated';
    const words = isRepeated
      ? repeatedText(item)
      : (closedMonthOf(refusal, item.input.body.received_on, 'payment')?.says ?? refusal.failure.message);
    return <p className="font-semibold wrap-anywhere text-danger">{words}</p>;
  }
  return reason ? <p className="text-muted">{reason}</p> : <></>;
}
