import { FileText } from 'lucide-react';
import { toCents } from '../../../../contract/values/money.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import type { PaymentItem } from '../../../offline/subjects/doorPayments.ts';
import { namesDiscarded } from '../../../offline/engine/outbox/itemState.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { timeText } from '../../../ui/data/Time.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { closedMonthOf } from '../unsent/closedMonth.ts';
import { UnsentEntry } from '../../../subjects/ledger/unsent/UnsentEntry.tsx';
import type { Account } from '../PaidAccount.tsx';
import { ChoosePayer } from './ChoosePayer.tsx';
import { PaymentForm } from './PaymentForm.tsx';
import { repeatedText, type DoorPayments } from './useDoorPayments.ts';

interface UnsentPaymentsProps {
  payments: DoorPayments;
  /** Of this tenant alone. */
  userId?: number;
}

/** The payments that wait on this device, what can be done with each, and the form of the one that is edited. */
export function UnsentPayments({ payments, userId }: UnsentPaymentsProps) {
  const { address, open, close, closeSent } = useDialogAddress();
  const items = payments.items.filter((item) => userId === undefined || isOf(item, userId));
  const edited = items.find(({ id }) => id === address.get('edit'));
  const unpaid = items.find(({ id }) => id === address.get('payer'));
  if (items.length === 0) return <></>;
  return (
    <section aria-label="Unsent payments" className="mb-6">
      <ul role="list" className="flex flex-col gap-4">
        {items.map((item) => (
          <li key={item.id}>
            <UnsentPayment
              {...{ item, payments }}
              onEdit={() => open({ edit: item.id })}
              onChoosePayer={() => open({ payer: item.id })}
            />
          </li>
        ))}
      </ul>
      {unpaid && <ChoosePayer key={unpaid.id} item={unpaid} {...{ payments }} onClose={close} />}
      {edited && (
        <PaymentForm
          key={edited.id}
          account={accountOf(edited)}
          item={edited}
          {...{ payments }}
          onClose={close}
          onSent={closeSent}
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
  const { name, unit_number, property_name, addedBy } = shown;
  return { user_id: body.userId, addedBy, unit_id: body.unitId ?? null, name, unit_number, property_name };
}

interface UnsentPaymentProps {
  item: PaymentItem;
  payments: DoorPayments;
  onEdit: () => void;
  onChoosePayer: () => void;
}

function UnsentPayment({ item, payments, onEdit, onChoosePayer }: UnsentPaymentProps) {
  const { body } = item.input;
  const code = item.refusal?.failure.code;
  const actions: Record<string, [label: string, act: () => Promise<void>]> = {
    payment_repeated: ['Record anyway', () => payments.recordAnyway(item)],
    receipt_number_used: ['Record with another number', () => payments.recordWithoutNumber(item)],
    unknown_receipt_number: ['Record with another number', () => payments.recordWithoutNumber(item)],
  };
  const isLost = namesDiscarded(item);
  const closed = closedMonthOf(item.refusal, body.received_on, 'payment');
  if (closed) actions.month_closed = [closed.label, () => payments.recordAfterClosed(item)];
  const [label, act] = (code && actions[code]) || ['Try again', () => payments.retry(item)];
  const given = body.receipt_number ? ` Receipt ${body.receipt_number} is then void.` : '';
  return (
    <UnsentEntry
      item={item}
      sending={payments.sending}
      title={`${moneyText(toCents(body.amount))} from ${item.shown.name}`}
      refusedSince={code === 'payment_repeated' ? repeatedText(item) : closed?.says}
      // Whoever paid is nobody now.
      answer={isLost ? { label: 'Choose who paid', act: async () => onChoosePayer() } : { label, act }}
      link={
        <ButtonLink variant="secondary" icon={FileText} to={`/payments/receipt/${item.id}`}>
          Show receipt
        </ButtonLink>
      }
      {...(isLost ? {} : { onEdit })}
      discardQuestion={`Discard this payment? It is not recorded.${given}`}
      discard={() => payments.discard(item)}
    >
      {[body.type, body.reference].filter(Boolean).join(' ')}
      <span className="block text-sm text-muted">
        {unitLabel(item.shown)} · received {timeText(body.received_on ?? item.capturedAt)}
        {body.receipt_number && ` · receipt ${body.receipt_number}`}
      </span>
    </UnsentEntry>
  );
}
