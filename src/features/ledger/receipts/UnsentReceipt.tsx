import { useLiveQuery } from 'dexie-react-hooks';
import { Navigate, useLocation } from 'react-router-dom';
import { findPayment, receiptOf } from '../../../offline/subjects/doorPayments.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { ReceiptHeading, ReceiptSheet } from './ReceiptSheet.tsx';

const BACK = '/admin/payments';

/** The receipt of a payment that waits on this device; once it is sent, that of its entry. */
export function UnsentReceipt({ id }: { id: string }) {
  const found = useLiveQuery(() => findPayment(id), [id]);
  const { state } = useLocation() as { state: unknown };
  if (!found) return <Loading cards={1} />;
  if (found.entryId !== undefined) {
    return <Navigate to={`/payments/receipt/${found.entryId}`} replace state={state ?? { ledger: BACK }} />;
  }
  if (!found.item) {
    return (
      <EmptyState
        title="This receipt is not on this device any more."
        action={<ButtonLink to={BACK}>Back to Payments</ButtonLink>}
      >
        Its payment was discarded, or it was sent more than a day ago and its receipt is in the ledger.
      </EmptyState>
    );
  }
  const receipt = receiptOf(found.item);
  return (
    <>
      <ReceiptHeading receipt={receipt} unsent back={BACK} />
      <ReceiptSheet receipt={receipt} unsent />
    </>
  );
}
