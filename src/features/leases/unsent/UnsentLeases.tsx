import { useNavigate } from 'react-router-dom';
import { chargeName } from '../../../../contract/leases/lease.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { namesDiscarded } from '../../../offline/engine/outbox/itemState.ts';
import { unsentIdOf, type LeaseItem } from '../../../offline/subjects/leases/leases.ts';
import { UnsentEntry } from '../../../subjects/ledger/unsent/UnsentEntry.tsx';
import { useNewLeases, type NewLeases } from '../../../subjects/leases/newLease/useNewLeases.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { leasePath, ordinal, termText } from '../leaseTexts.ts';

/** The new leases that wait on this device, each with its page. */
export function UnsentLeases() {
  const newLeases = useNewLeases();
  const { items, notice, setNotice } = newLeases;
  return (
    <>
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      {items.length > 0 && (
        <section aria-label="Unsent leases" className="mb-6">
          <ul role="list" className="flex flex-col gap-4">
            {items.map((item) => (
              <li key={item.id}>
                <NewLeaseEntry {...{ item, newLeases }} isLinked />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface NewLeaseEntryProps {
  item: LeaseItem;
  newLeases: NewLeases;
  /** Whether it leads to its page. */
  isLinked?: boolean;
  onDiscarded?: () => void;
}

/** What a new lease says, and what can be done with it until it is sent. */
export function NewLeaseEntry({ item, newLeases, isLinked = false, onDiscarded }: NewLeaseEntryProps) {
  const navigate = useNavigate();
  const { body } = item.input;
  const edit = () => navigate(`/admin/addlease?edit=${item.id}`);
  const isLost = namesDiscarded(item);
  return (
    <UnsentEntry
      item={item}
      sending={newLeases.sending}
      title={`New lease: ${unitLabel(item.shown)}`}
      // As it is, it cannot be sent.
      answer={
        isLost
          ? { label: 'Choose again', act: async () => edit() }
          : { label: 'Try again', act: () => newLeases.retry(item) }
      }
      link={
        isLinked && (
          <ButtonLink variant="secondary" to={leasePath(unsentIdOf(item))}>
            Move-in
          </ButtonLink>
        )
      }
      {...(isLost ? {} : { onEdit: () => void edit() })}
      discardQuestion={`Discard the lease of ${unitLabel(item.shown)}? It is not added. What was recorded of it stays, and needs your attention.`}
      discard={async () => {
        await newLeases.discard(item);
        onDiscarded?.();
      }}
    >
      {item.shown.tenants.map(({ name }) => name).join(', ')}
      <span className="block text-sm text-muted">
        {termText({ starts: body.starts, ends: body.ends ?? null })}
      </span>
      {body.charges.map((charge, place) => (
        <span key={place} className="block text-sm text-muted">
          {chargeName({ ...charge, description: charge.description ?? null })}{' '}
          {moneyText(toCents(charge.amount))} a month, due on the {ordinal(charge.due_day)}
        </span>
      ))}
    </UnsentEntry>
  );
}
