import { Printer, Share2 } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { entryKind, methodKindOf } from '../../../../contract/ledger/entryKinds.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { RECEIVER_TITLE } from '../../../../contract/ledger/receiptBooks.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import type { DoorReceipt } from '../../../offline/subjects/doorPayments.ts';
import { methodName } from '../../../../contract/http/methodName.ts';
import { useCommunity } from '../../../subjects/community/community.ts';
import { DescriptionList } from '../../../ui/data/DescriptionList.tsx';
import { Money, moneyText } from '../../../ui/data/Money.tsx';
import { Time, timeText } from '../../../ui/data/Time.tsx';
import { useCopy } from '../../../ui/data/useCopy.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { Logo } from '../../../ui/layout/Logo.tsx';
import { PageHeading } from '../../../ui/layout/PageHeading.tsx';
import { DrawnSignature } from '../../../subjects/signatures/DrawnSignature.tsx';
import { leftText, PaidCharges, paidFor } from './PaidCharges.tsx';

/** A receipt as this device shows it. One that the version before cached tells neither reference nor receiver. */
type ShownReceipt = Omit<DoorReceipt, 'reference' | 'received_by'> &
  Partial<Pick<DoorReceipt, 'reference' | 'received_by'>>;

const NOT_SENT = 'Recorded on this device; unsent';
const NUMBER_FOLLOWS = 'Given when it is sent';

interface ReceiptHeadingProps {
  /** Undefined until it is loaded. */
  receipt: ShownReceipt | undefined;
  unsent?: boolean;
  /** Where one goes back to, unless one came from a ledger. */
  back: string;
}

/** The heading of a receipt, with what can be done with it; not printed. */
export function ReceiptHeading({ receipt, unsent = false, back }: ReceiptHeadingProps) {
  // A manager goes back to the tenant's ledger.
  const { state } = useLocation() as { state: { ledger?: string } | null };
  const { copied, copy } = useCopy();
  const payee = usePayee(receipt);

  async function share(text: string): Promise<void> {
    if (!('share' in navigator)) return copy(text);
    try {
      await navigator.share({ title: 'Receipt', text });
    } catch (error) {
      // The person closed what the system had offered.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      await copy(text);
    }
  }

  return (
    <div className="print:hidden">
      <PageHeading
        title="Receipt"
        action={
          <>
            <ButtonLink to={state?.ledger ?? back} variant="secondary">
              {back === '/ledger' || state?.ledger ? 'Back to Ledger' : 'Back to Payments'}
            </ButtonLink>
            {receipt && (
              <>
                <Button
                  icon={Share2}
                  variant="secondary"
                  onClick={() => void share(receiptText(receipt, payee, unsent))}
                >
                  Share
                </Button>
                <Button icon={Printer} onClick={() => window.print()}>
                  Print
                </Button>
              </>
            )}
          </>
        }
      />
      <div aria-live="polite" className="mb-6 empty:hidden">
        {copied && <Banner>{copied}</Banner>}
      </div>
    </div>
  );
}

/** Who was paid: the community, or the property of the unit where it has no name yet. */
function usePayee(receipt: ShownReceipt | undefined): string | null {
  const community = useCommunity();
  return community?.name ?? receipt?.property_name ?? null;
}

/** The card, or how management was paid. A receipt stored by an older version is a card's and has no type. */
function paidWith(receipt: ShownReceipt): string {
  if (entryKind(receipt.type)?.postedBy !== 'management') {
    return methodName(methodKindOf(receipt.type), receipt);
  }
  return receipt.reference ? `${receipt.type} ${receipt.reference}` : receipt.type;
}

/** A receipt as text, to share. */
function receiptText(receipt: ShownReceipt, payee: string | null, unsent: boolean): string {
  const { number, amount, name, unit_number, description, received_by } = receipt;
  return [
    number ? `Receipt ${number}` : 'Receipt',
    `${moneyText(toCents(amount))} received on ${timeText(receipt.received_on ?? receipt.date, 'long')}`,
    unit_number ? `From ${name}, ${unitLabel(receipt)}` : `From ${name}`,
    `Paid with: ${paidWith(receipt)}`,
    `For: ${description}`,
    ...(payee ? [`Paid to: ${payee}`] : []),
    ...(paidFor(receipt) ?? []).map(({ name, cents }) => `${name}: ${moneyText(cents)}`),
    ...(receipt.balance_after === undefined ? [] : [`Left to pay: ${leftText(receipt.balance_after)}`]),
    ...(received_by ? [`Received by ${received_by}, ${RECEIVER_TITLE}`] : []),
    ...(receipt.reversed ? ['This payment was taken back.'] : []),
    ...(unsent ? [`${NOT_SENT}.`] : []),
  ].join('\n');
}

/** A receipt, to read or to print. */
export function ReceiptSheet({ receipt, unsent = false }: { receipt: ShownReceipt; unsent?: boolean }) {
  const { unit_number, property_name, received_by, signature, balance_after } = receipt;
  const payee = usePayee(receipt);
  const charges = paidFor(receipt);
  return (
    <article
      aria-label={receipt.number ? `Receipt ${receipt.number}` : 'Receipt'}
      className="mx-auto flex max-w-2xl flex-col gap-8 rounded-card border border-line bg-surface p-[min(1.5rem,5vw)] shadow-card sm:p-10 print:max-w-none print:border-0 print:p-0 print:shadow-none"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Logo />
        <p className="sm:text-right print:text-right">
          <span className="block text-sm text-muted">Receipt number</span>
          <span className="font-bold tabular-nums">{receipt.number ?? NUMBER_FOLLOWS}</span>
        </p>
      </div>
      {unsent && <Banner type="warning">{NOT_SENT}</Banner>}
      <div>
        <p className="text-muted">Amount paid</p>
        <Money
          cents={toCents(receipt.amount)}
          className="text-[min(2.25rem,11vw)] font-bold tracking-tight"
        />
      </div>
      <DescriptionList
        items={[
          { label: 'Date', value: <Time value={receipt.received_on ?? receipt.date} format="long" /> },
          { label: 'Paid by', value: receipt.name },
          { label: 'Paid with', value: paidWith(receipt) },
          ...(unit_number ? [{ label: 'Unit', value: unit_number }] : []),
          ...(property_name ? [{ label: 'Property', value: property_name }] : []),
          { label: 'For', value: receipt.description },
          ...(payee ? [{ label: 'Paid to', value: payee }] : []),
          ...(received_by ? [{ label: 'Received by', value: `${received_by}, ${RECEIVER_TITLE}` }] : []),
        ]}
      />
      {charges && <PaidCharges charges={charges} />}
      {balance_after !== undefined && !receipt.reversed && (
        <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
          <span>Left to pay after this payment</span>
          <span className="tabular-nums">{leftText(balance_after)}</span>
        </p>
      )}
      {receipt.reversed && (
        <p className="font-semibold text-danger">This payment was taken back, and is not counted any more.</p>
      )}
      {signature && (
        <figure className="w-72 max-w-full break-inside-avoid">
          <DrawnSignature strokes={signature} aria-hidden />
          <figcaption className="border-t border-edge pt-2 text-sm text-muted">
            Signature of {receipt.name}
          </figcaption>
        </figure>
      )}
      {received_by && (
        <p className="hidden w-72 border-t border-edge pt-2 text-sm text-muted print:mt-16 print:block">
          Signature of {received_by}
        </p>
      )}
      <p className="text-sm text-muted">
        {!receipt.reversed && 'Thank you. '}Please keep this receipt for your records.
      </p>
    </article>
  );
}
