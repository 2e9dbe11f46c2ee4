import type { ReactNode } from 'react';
import { entryKind } from '../../../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../../../contract/ledger/ledger.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useAccountEntry, useOwnLedger } from '../../../offline/subjects/ledger/ledger.ts';
import { useUser } from '../../../session/session.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { ReceiptHeading, ReceiptSheet } from './ReceiptSheet.tsx';

interface EntryReceiptProps {
  id: string;
  /** Shown where this device does not have the entry either. */
  otherwise: ReactNode;
}

/** What the ledger on this device tells of one’s own payment, while its receipt cannot be read. */
export function EntryReceipt({ id, otherwise }: EntryReceiptProps) {
  const user = useUser();
  const { data: entries, error } = useOwnLedger();
  const { data: leases = [] } = useCachedQuery('listMyLeases', {});
  if (!entries && !error) return <Loading cards={1} />;
  const entry = entries?.find((each) => String(each.id) === id && hasReceipt(each));
  if (!entry) return otherwise;
  const isHome = entry.unit_id !== null && entry.unit_id === user.unit;
  return (
    <Known
      entry={entry}
      name={fullNameOf(user)}
      unit_number={isHome ? user.unit_number : null}
      property_name={leases.find(({ unit_id }) => unit_id === entry.unit_id)?.property_name ?? null}
      back="/ledger"
    />
  );
}

/** The same of a payment on any account that management has read on this device. */
export function AccountEntryReceipt({ id, otherwise }: EntryReceiptProps) {
  const entry = useAccountEntry(id);
  if (entry === undefined) return <Loading cards={1} />;
  return entry && hasReceipt(entry) ? <OfAccount entry={entry} /> : otherwise;
}

function OfAccount({ entry }: { entry: Transaction }) {
  const { data: tenant } = useCachedQuery('readUser', { params: { id: String(entry.user_id) } });
  const { data: units } = useCachedQuery('listUnits', {});
  const home = [tenant?.unit, ...(units ?? [])].find((each) => each?.id === entry.unit_id);
  return (
    <Known
      entry={entry}
      name={tenant ? fullNameOf(tenant) : `User ${entry.user_id}`}
      unit_number={home?.unit_number ?? null}
      property_name={home?.property_name ?? null}
      back={`/admin/ledger/${entry.user_id}`}
    />
  );
}

interface KnownProps {
  entry: Transaction;
  /** Whose account it is on. */
  name: string;
  unit_number: string | null;
  property_name: string | null;
  back: string;
}

function Known({ entry, name, unit_number, property_name, back }: KnownProps) {
  const receipt = {
    ...{ number: entry.receipt_number, date: entry.created_at, received_on: entry.effective_on },
    ...{ type: entry.type, reversed: entry.reversed_by !== null, amount: -entry.amount },
    ...{ last4: entry.card?.last4 ?? null, brand: entry.card?.brand ?? null },
    ...{ name: entry.payer?.name ?? name, unit_number, property_name },
    ...{ description: entry.description, reference: entry.reference },
  };
  return (
    <>
      <ReceiptHeading receipt={receipt} back={back} />
      <div className="mb-6">
        <Banner>
          This is what this device has of the receipt. What was paid with it, and what is left to pay, stand
          here once you are connected.
        </Banner>
      </div>
      <ReceiptSheet receipt={receipt} />
    </>
  );
}

function hasReceipt({ type, reverses, receipt_number }: Transaction): boolean {
  // What the version before cached has no number; a receipt without one would say that it follows.
  return entryKind(type)?.receipt === true && reverses === null && Boolean(receipt_number);
}
