import { FileText, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { entryKind, isGivenBack, methodKindOf } from '../../../contract/ledger/entryKinds.ts';
import { allocationsOf, type Allocations } from '../../../contract/ledger/allocations.ts';
import { dateOf, type LateRent, type LeaseMonth, type Transaction } from '../../../contract/ledger/ledger.ts';
import { monthName } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { prorationText } from '../../subjects/leases/prorationText.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { methodName } from '../../../contract/http/methodName.ts';
import { dayLabel } from './dayLabel.ts';
import { BillPhotos } from './bills/BillPhotos.tsx';
import { UtilityBreakdown } from './UtilityBreakdown.tsx';

interface EntryDetailProps {
  entry: Transaction;
  /** The entry's ledger, for the entries that it has to do with. */
  entries: Transaction[];
  /** Whether these are all. */
  whole: boolean;
  onOpen: (id: number) => void;
  onClose: () => void;
  /** The actions of managers. */
  children?: ReactNode;
}

/** The details of an entry. */
export function EntryDetail({ entry, entries, whole, onOpen, onClose, children }: EntryDetailProps) {
  const { pathname } = useLocation();
  const { amount, card, utility, effective_on: day } = entry;
  const cents = toCents(amount);
  // What was taken back pays nothing, and is paid by nothing but what took it back.
  const stands = entry.reverses === null && entry.reversed_by === null;
  const allocations = whole && stands ? allocationsOf(entries)?.get(entry.id) : undefined;
  const receipt = entry.receipt_number ?? card?.receipt_number;
  const hasReceipt = entry.reverses === null && entryKind(entry.type)?.receipt;
  return (
    <Modal
      title={entry.type}
      onClose={onClose}
      footer={
        hasReceipt && (
          <ButtonLink
            to={`/payments/receipt/${entry.id}`}
            state={{ ledger: pathname }}
            icon={FileText}
            className="max-sm:grow"
          >
            View receipt
          </ButtonLink>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Money
            cents={cents}
            tone="ledger"
            className="text-[min(1.875rem,9.5vw)] font-bold tracking-tight"
          />
          <Badge tone={cents > 0 ? 'amber' : 'success'}>{sideOf(entry)}</Badge>
        </div>
        {utility ? <UtilityBreakdown parts={utility} cents={cents} /> : undefined}
        {utility ? <BillPhotos entryId={entry.id} parts={utility} /> : undefined}
        <DescriptionList
          items={[
            ...(utility ? [] : [{ label: 'Description', value: entry.description }]),
            ...(day
              ? [
                  {
                    label: dayLabel(entry),
                    value: <Time value={day} format="long" />,
                  },
                ]
              : []),
            ...(entry.lease ? leaseItems(entry.lease) : []),
            ...(entry.late_fee ? lateFeeItems(entry.late_fee) : []),
            {
              label: day ? 'Posted' : 'Date',
              value: <Time value={entry.created_at} format="dateTime" />,
            },
            ...(entry.payer ? [{ label: 'Paid by', value: entry.payer.name }] : []),
            ...(card ? [{ label: 'Paid with', value: methodName(methodKindOf(entry.type), card) }] : []),
            // An entry that the version before cached tells neither of the two.
            ...(entry.reference ? [{ label: 'Reference', value: entry.reference }] : []),
            ...(receipt ? [{ label: 'Receipt', value: receipt }] : []),
            ...(allocations ? allocationItems(entry, allocations) : []),
          ]}
        />
        <Reversal id={entry.reversed_by} says="Taken back by" {...{ entries, onOpen }} />
        <Reversal id={entry.reverses} says="Takes back" {...{ entries, onOpen }} />
        {children}
      </div>
    </Modal>
  );
}

function sideOf({ type, amount }: Transaction): string {
  if (isGivenBack(type)) return 'Refund';
  return amount > 0 ? 'Charge' : 'Credit';
}

/** What an entry pays or is paid by, and what is left of it where that is a part. */
function allocationItems({ amount, type }: Transaction, { open, others }: Allocations) {
  const isCharge = amount > 0;
  const label = isGivenBack(type) ? 'Given back of' : isCharge ? 'Paid by' : 'Paid for';
  if (others.length === 0) {
    return isGivenBack(type) ? [] : [{ label: isCharge ? 'Paid' : 'Used', value: 'Not yet' }];
  }
  return [
    { label, value: <Others {...{ others, open }} /> },
    ...(open > 0 ? [{ label: isCharge ? 'Unpaid' : 'Not used yet', value: moneyText(open) }] : []),
  ];
}

/** An amount only where it is a part. */
function Others({ others, open }: Allocations) {
  const isWhole = others.length === 1 && open === 0;
  return (
    <ul role="list" className="flex flex-col gap-1">
      {others.map(({ entry, cents }) => (
        <li key={entry.id} className="wrap-anywhere">
          {!isWhole && <span className="tabular-nums">{moneyText(cents)} · </span>}
          {entry.amount > 0 ? entry.description : entry.type}, <Time value={dateOf(entry)} />
        </li>
      ))}
    </ul>
  );
}

/** How a lease's charge came about. */
function leaseItems({ month, days, proration, full_amount }: LeaseMonth) {
  const part = prorationText({ month, days, proration, fullCents: toCents(full_amount) });
  return [
    {
      label: 'Why this charge',
      value: part ?? `Charged each month by the lease, here for ${monthName(month)}.`,
    },
  ];
}

/** Why a late fee was charged. */
function lateFeeItems({ unpaid, late_on }: LateRent) {
  return [
    {
      label: 'Why this charge',
      value: (
        <>
          {moneyText(toCents(unpaid))} of the rent was not paid before <Time value={late_on} format="long" />.
        </>
      ),
    },
  ];
}

interface ReversalProps extends Pick<EntryDetailProps, 'entries' | 'onOpen'> {
  id: number | null;
  says: string;
}

function Reversal({ id, says, entries, onOpen }: ReversalProps) {
  const other = entries.find((each) => each.id === id);
  if (!other) return <></>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-sunken px-4 py-3">
      <Undo2 aria-hidden className="size-5 shrink-0 text-muted" />
      <p className="min-w-0 grow wrap-anywhere">
        {says} “{other.description}” of <Time value={dateOf(other)} />
      </p>
      <Button variant="secondary" onClick={() => onOpen(other.id)}>
        Show it
      </Button>
    </div>
  );
}
