import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { PAYMENT_TYPES } from '../../../../contract/ledger/entryKinds.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { useClockDoubted } from '../../../screens/ClockNotice.tsx';
import { ANYBODY } from '../../../forms/anybody.ts';
import { useQueuedForm } from '../../../forms/useQueuedForm.ts';
import { useDevice } from '../../../offline/engine/device.ts';
import { findEarlier, type PaymentItem } from '../../../offline/subjects/doorPayments.ts';
import { unsentIdOf } from '../../../offline/subjects/leases/leases.ts';
import { useUser } from '../../../session/session.tsx';
import { moneyText } from '../../../ui/data/Money.tsx';
import { isoDay, momentText } from '../../../ui/data/Time.tsx';
import { useConfirm } from '../../../ui/feedback/Confirm.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { parseAmount } from '../../../../contract/values/parseNumber.ts';
import { PaidAccount, type Account } from '../PaidAccount.tsx';
import { CASH, PaymentFields } from './PaymentFields.tsx';
import { SignatureStep } from './SignatureStep.tsx';
import type { TypedPayment } from './typedPayment.ts';
import { usePaidHome } from './usePaidHome.ts';
import { editDraft, parsePayment, type DoorPayments } from './useDoorPayments.ts';
import { withoutAgreement } from '../unsent/withoutAgreement.ts';

interface PaymentFormProps {
  account: Account;
  /** The unsent payment that is edited; without it a new one is recorded. */
  item?: PaymentItem | undefined;
  /** The name of the draft to go on with; the latest one by default. */
  draft?: string | undefined;
  payments: DoorPayments;
  onClose: () => void;
  /** Closes it once it was sent or queued. */
  onSent: () => void;
}

/** The form of a payment that a tenant made to management, with or without a connection. */
export function PaymentForm({ account, item, draft, payments, onClose, onSent }: PaymentFormProps) {
  const { userId } = useDevice();
  const user = useUser();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const clockDoubted = useClockDoubted();
  const home = usePaidHome(account.user_id);
  const title = item ? 'Edit Payment' : 'Record Payment';
  // Whether the person was asked about an earlier payment of the same amount.
  const asked = useRef(false);
  const [signAgain, setSignAgain] = useState(false);
  const [wantsToSign, setSigning] = useState(false);
  // What they owe themselves is paid first, unless the home is chosen.
  const usual = (account.balance ?? 0) > 0 ? 'own' : 'home';
  const bodyOf = ({ amount, signature, for_home, ...typed }: TypedPayment) => ({
    ...{ userId: account.addedBy === undefined ? account.user_id : ANYBODY, unitId: account.unit_id },
    ...(home ? { for_home: (for_home || usual) === 'home' } : {}),
    ...{ ...typed, amount: parseAmount(amount), signature: signature.length > 0 ? signature : null },
    // Cash has no number, whatever was typed for another type before.
    reference: typed.type === CASH ? '' : typed.reference,
  });

  async function confirmRepeated(typed: TypedPayment): Promise<boolean> {
    // Of somebody who is unsent, the server asks.
    if (account.addedBy !== undefined) return true;
    const { amount } = parsePayment(bodyOf(typed));
    const earlier = await findEarlier(userId, { userId: account.user_id, amount, itemId: item?.id });
    asked.current = earlier !== undefined;
    if (!earlier) return true;
    return confirm({
      text: `You recorded a payment of ${moneyText(toCents(amount))} from ${account.name} on this device, ${momentText(earlier.recorded_at)}.\nRecord another?`,
      confirmLabel: 'Record another',
    });
  }

  const payer = account.addedBy === undefined ? account.user_id : unsentIdOf({ id: account.addedBy });
  const form = useQueuedForm<TypedPayment>({
    draft: item ? editDraft(item.id) : `payment-${payer}`,
    several: !item,
    chosen: draft,
    initial: item ? typedOf(item) : { ...EMPTY, received_on: clockDoubted ? '' : isoDay() },
    route: 'recordPayment',
    bodyOf,
    confirm: confirmRepeated,
    failed: 'The payment could not be recorded.',
    onSubmit: async (typed, _, version) => {
      const body = {
        ...parsePayment(bodyOf(typed)),
        ...{ userId: account.user_id, ask_if_repeated: !asked.current },
      };
      if (item) {
        await payments.edit(item, { ...withoutAgreement(item.input.body), ...body }, version);
      } else {
        const { name, addedBy, unit_number, property_name } = account;
        const shown = {
          ...(addedBy === undefined ? {} : { addedBy }),
          name,
          unit_number,
          property_name,
          received_by: fullNameOf(user),
          ...(home ? { home } : {}),
        };
        const recorded = await payments.record({ body, shown, draft: version });
        // Whoever signed is shown what they get.
        if (recorded !== undefined && body.signature) {
          const state = pathname.startsWith('/admin/ledger/') ? { ledger: pathname } : null;
          void navigate(`/payments/receipt/${recorded}`, { replace: true, state });
          return;
        }
      }
      onSent();
    },
  });
  // What is wrong elsewhere, as the server says, is looked at first.
  const wrong = Object.keys(form.form.formState.errors).filter((name) => name !== 'root');
  const signing = wrong.length > 0 ? wrong.every((name) => name === 'signature') : wantsToSign;

  /** Goes to the signature once nothing else is wrong, as whoever signs looks at it alone. */
  async function goSign(): Promise<void> {
    if (await form.form.trigger(undefined, { shouldFocus: true })) setSigning(true);
  }

  /** Clears the signature, which was given for another amount. */
  function changeAmount(): void {
    if (form.values.signature.length === 0) return;
    form.set({ signature: [] });
    setSignAgain(true);
  }

  return (
    <FormModal
      title={title}
      submitLabel={item ? 'Save' : title}
      busyLabel={item ? 'Saving...' : 'Recording...'}
      form={form}
      subject={signing ? undefined : <PaidAccount account={account} />}
      {...(signing ? { cancelLabel: 'Back', onCancel: () => setSigning(false) } : {})}
      onClose={onClose}
    >
      <div hidden={signing} className="flex flex-col gap-5 [&[hidden]]:hidden">
        <PaymentFields
          {...{ form, home, usual, signing, signAgain }}
          isNew={!item}
          onAmountChanged={changeAmount}
          onSign={() => void goSign()}
        />
      </div>
      {signing && (
        <SignatureStep
          {...{ account, form }}
          onChange={(signature) => {
            form.set({ signature });
            setSignAgain(false);
          }}
        />
      )}
    </FormModal>
  );
}

const EMPTY = {
  amount: '',
  type: PAYMENT_TYPES[0],
  reference: '',
  description: '',
  signature: [],
  for_home: '' as const,
};

function typedOf({ input: { body } }: PaymentItem): TypedPayment {
  return {
    amount: String(body.amount),
    type: body.type ?? PAYMENT_TYPES[0],
    reference: body.reference ?? '',
    description: body.description ?? '',
    received_on: body.received_on ?? '',
    signature: body.signature ?? [],
    for_home: body.for_home == null ? '' : body.for_home ? 'home' : 'own',
  };
}
