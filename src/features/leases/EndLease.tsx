import { ENDS_BEFORE_START, type Lease } from '../../../contract/leases/lease.ts';
import { chargesDue } from '../../../contract/leases/leaseSchedule.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { toCents } from '../../../contract/values/money.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useQueuedForm } from '../../forms/useQueuedForm.ts';
import { ClockNotice } from '../../screens/ClockNotice.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormModal } from '../../ui/forms/FormModal.tsx';
import { moneyText } from '../../ui/data/Money.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { setMeanwhile, type LastDays } from './detail/useLastDay.ts';

interface EndLeaseProps {
  lease: Lease;
  /** What of its last day waits on this device: it is edited. */
  lastDay: LastDays;
  onClose: () => void;
}

/** Sets the last day of a lease, or leaves it open, with or without a connection. */
export function EndLease({ lease, lastDay, onClose }: EndLeaseProps) {
  const [item] = lastDay.items;
  const theirs = item && setMeanwhile(item);
  const written = item ? (item.input.body.stood ?? null) : lease.ends;
  // Who edits a refused one has read which day stands.
  const known = theirs === undefined ? written : theirs;
  const bodyOf = ({ ends, stood }: { ends: string; stood: string }) => ({
    ends: ends || null,
    stood: stood || null,
  });
  const form = useQueuedForm({
    draft: `end-lease-${lease.id}`,
    // Which day stood as it was opened, with what is typed: another may set one meanwhile.
    initial: { ends: (item ? item.input.body.ends : lease.ends) ?? '', stood: known ?? '' },
    route: 'setLastDay',
    bodyOf,
    check: ({ ends }): Record<string, string> =>
      ends !== '' && ends < lease.starts ? { ends: ENDS_BEFORE_START } : {},
    failed: 'The last day could not be set.',
    onSubmit: async (typed, _photos, version) => {
      if (item) await lastDay.change(item, bodyOf(typed), version);
      else await lastDay.set(bodyOf(typed), unitLabel(lease), version);
      onClose();
    },
  });
  const { values, field } = form;
  // What fell due while the lease had ended is posted once it goes on.
  const due = chargesDue({ ...lease, ends: values.ends || null }, isoDay());
  const [billed] = lease.tenants;
  const cents = due.reduce((sum, charge) => sum + charge.cents, 0);
  return (
    <FormModal
      title={lease.ends === null ? 'End lease' : 'Change last day'}
      submitLabel="Save"
      busyLabel="Saving..."
      form={form}
      subject={<p className="font-semibold wrap-anywhere">{unitLabel(lease)}</p>}
      onClose={onClose}
    >
      <ClockNotice />
      <Field
        label="Last day"
        type="date"
        min={lease.starts}
        max="2099-12-31"
        help="Nothing is charged after it. What is owed stays owed, and what is posted for days after it is credited. Blank: the lease goes on."
        {...field('ends')}
      />
      {billed && <EndsWithIt billed={billed} />}
      {due.length > 0 && !lease.paused && (
        <Banner type="warning">
          {due.length === 1 ? '1 charge has' : `${due.length} charges have`} fallen due by then and will be
          posted within minutes, together {moneyText(cents)}.
        </Banner>
      )}
    </FormModal>
  );
}

/** What is owed when a lease ends, and what ends with it. */
function EndsWithIt({ billed }: { billed: Lease['tenants'][number] }) {
  const { data: balances } = useCachedQuery('listBalances', {});
  const { data: autopay } = useCachedQuery('readUserAutopay', { params: { id: String(billed.id) } });
  const account = balances?.find(({ user_id }) => user_id === billed.id);
  const cents = toCents(account?.balance ?? 0);
  const name = fullNameOf(billed);
  return (
    <section aria-label="At move-out" className="rounded-control bg-sunken px-4 py-3">
      <h3 className="font-semibold">At move-out</h3>
      <ul className="list-disc pl-5">
        {balances && (
          <li>
            {cents > 0
              ? `${name} owes ${moneyText(cents)} now.`
              : cents < 0
                ? `${name} has paid ${moneyText(-cents)} ahead.`
                : `${name} owes nothing now.`}
          </li>
        )}
        <li>Rent and the other charges of this lease end with it.</li>
        {autopay && autopay.state !== 'off' && (
          <li>Their autopay charges nothing new, and goes on for what is still owed.</li>
        )}
        <li>They stay listed in the unit until you end their access, at the steps of the move-out.</li>
      </ul>
    </section>
  );
}
