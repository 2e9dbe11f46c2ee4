import { Printer } from 'lucide-react';
import { useLocation, useParams } from 'react-router-dom';
import { entryKind, methodKindOf } from '../../../contract/entryKinds.ts';
import { toCents } from '../../../contract/money.ts';
import type { Receipt as ReceiptOf } from '../../../contract/payments.ts';
import { methodName } from '../../methodName.ts';
import { Loaded } from '../../Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Logo } from '../../ui/layout/Logo.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Time } from '../../ui/data/Time.tsx';

/** `/payments/receipt/:id`: the receipt of a payment, printed on one page. */
export default function Receipt() {
  const { id = '' } = useParams();
  const receipt = useCachedQuery('readReceipt', { params: { id } });
  // A manager goes back to the tenant's ledger.
  const { state } = useLocation() as { state: { ledger?: string } | null };
  return (
    <>
      <div className="print:hidden">
        <PageHeading
          title="Receipt"
          action={
            <>
              <ButtonLink to={state?.ledger ?? '/ledger'} variant="secondary">
                Back to Ledger
              </ButtonLink>
              {receipt.data && (
                <Button icon={Printer} onClick={() => window.print()}>
                  Print
                </Button>
              )}
            </>
          }
        />
      </div>
      <Loaded query={receipt} failed="Unable to load the receipt" loading={<Loading cards={1} />}>
        {(loaded) => <Sheet receipt={loaded} />}
      </Loaded>
    </>
  );
}

/** The card, or how management was paid. A receipt stored by an older version is a card's and has no type. */
function paidWith(receipt: ReceiptOf): string {
  return entryKind(receipt.type)?.postedBy === 'management'
    ? receipt.type
    : methodName(methodKindOf(receipt.type), receipt);
}

function Sheet({ receipt }: { receipt: ReceiptOf }) {
  const { unit_number, property_name } = receipt;
  return (
    <article
      aria-label={`Receipt ${receipt.number}`}
      className="mx-auto flex max-w-2xl flex-col gap-8 rounded-card border border-line bg-surface p-6 shadow-card sm:p-10 print:max-w-none print:border-0 print:p-0 print:shadow-none"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Logo />
        <p className="text-right">
          <span className="block text-sm text-muted">Receipt number</span>
          <span className="font-bold tabular-nums">{receipt.number}</span>
        </p>
      </div>
      <div>
        <p className="text-muted">Amount paid</p>
        <Money cents={toCents(receipt.amount)} className="text-4xl font-bold tracking-tight" />
      </div>
      <DescriptionList
        items={[
          { label: 'Date', value: <Time value={receipt.received_on ?? receipt.date} format="long" /> },
          { label: 'Paid by', value: receipt.name },
          { label: 'Paid with', value: paidWith(receipt) },
          ...(unit_number ? [{ label: 'Unit', value: unit_number }] : []),
          ...(property_name ? [{ label: 'Property', value: property_name }] : []),
          { label: 'For', value: receipt.description },
        ]}
      />
      {receipt.reversed && (
        <p className="font-semibold text-danger">This payment was taken back, and is not counted any more.</p>
      )}
      <p className="text-sm text-muted">Thank you. Please keep this receipt for your records.</p>
    </article>
  );
}
