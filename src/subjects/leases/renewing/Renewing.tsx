import { chargeName, type Lease } from '../../../../contract/leases/lease.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { useOnlineForm } from '../../../forms/useOnlineForm.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { LeaseFields } from '../newLease/LeaseFields.tsx';
import { billedFirst, leaseBody, NAMED } from '../newLease/typedLease.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { timeText } from '../../../ui/data/Time.tsx';
import { FormModal } from '../../../ui/forms/FormModal.tsx';
import { Modal } from '../../../ui/layout/Modal.tsx';
import { goesOn, renewalOf, type EndingLease } from './renewal.ts';

export interface RenewingProps {
  /** The id of the lease that ends, as the address has it. */
  lease: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** The lease after one that ends, which begins with what that one says. */
export default function Renewing({ lease: id, onDone, onClose }: RenewingProps) {
  const query = useCachedQuery('listLeases', {});
  const lease = query.data?.find((each) => String(each.id) === id);
  if (lease && hasEnd(lease)) return <Renewal key={id} {...{ lease, onDone, onClose }} />;
  return (
    <Modal title="Renew the Lease" onClose={onClose}>
      <Loaded query={query} failed="Failed to load leases">
        {() => <p>{lease ? 'This lease has no last day.' : 'This lease is not there any more.'}</p>}
      </Loaded>
    </Modal>
  );
}

const hasEnd = (lease: Lease): lease is EndingLease => lease.ends !== null;

function Renewal({ lease, onDone, onClose }: Omit<RenewingProps, 'lease'> & { lease: EndingLease }) {
  const also = goesOn(lease);
  const tenants = lease.tenants.map((tenant) => ({ id: tenant.id, name: fullNameOf(tenant) }));
  const form = useOnlineForm({
    draft: `renew-lease-${lease.id}`,
    initial: renewalOf(lease),
    route: 'createLease',
    inputOf: (typed) => ({
      body: {
        ...leaseBody(typed, billedFirst(tenants, typed.billed), also),
        payment_policy: lease.payment_policy,
      },
    }),
    named: NAMED,
    failed: (message = 'The lease could not be renewed.') => message,
    onDone: ({ starts }) => onDone(`The next lease of ${unitLabel(lease)} begins on ${timeText(starts)}.`),
  });
  return (
    <FormModal
      title={`Renew: ${unitLabel(lease)}`}
      submitLabel="Renew Lease"
      busyLabel="Saving..."
      form={form}
      needs="You need a connection to renew a lease."
      subject={<p>The lease ends on {timeText(lease.ends)}. This one follows it.</p>}
      onCancel={() => void form.startOver().then(onClose)}
      onClose={onClose}
    >
      <LeaseFields form={form} tenants={tenants} also={also} />
      <Rest lease={lease} />
    </FormModal>
  );
}

/** What of the lease goes on beside its rent, and what does not. */
function Rest({ lease }: { lease: EndingLease }) {
  const also = goesOn(lease).map((charge) => {
    const name = chargeName({ ...charge, description: charge.description ?? null });
    return `${name} ${moneyText(toCents(charge.amount))}`;
  });
  const left = [
    lease.shares_in && 'shares',
    lease.late_fees.length > 0 && 'late fee',
    lease.deposit_required && 'required deposit',
  ].filter((each) => typeof each === 'string');
  return (
    <>
      {also.length > 0 && <p className="text-muted">Goes on each month: {also.join(', ')}.</p>}
      {left.length > 0 && (
        <p className="text-muted">
          Not on the next lease until you set it there: {left.join(', ')} of its own.
        </p>
      )}
    </>
  );
}
