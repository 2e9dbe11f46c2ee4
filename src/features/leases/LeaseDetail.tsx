import { Link, useParams } from 'react-router-dom';
import type { Lease } from '../../../contract/leases/lease.ts';
import { paymentPolicyOf } from '../../../contract/leases/paymentPolicy.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { ChangeHistory } from '../../subjects/audit/ChangeHistory.tsx';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { PRORATION_NAMES } from '../../subjects/leases/prorationText.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { UpcomingCharges } from '../../subjects/leases/UpcomingCharges.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { ChangeTerms } from './ChangeTerms.tsx';
import { EndLease } from './EndLease.tsx';
import { LateFeeForm } from './LateFeeForm.tsx';
import { LateFeeTerms, ruleNow } from './LateFees.tsx';
import { LeaseCharges } from './LeaseCharges.tsx';
import { LeaseState } from './LeaseList.tsx';
import { chargeChangeText } from './leaseChanges.ts';
import { CHANGE_LABELS, LEASES, POLICY_NAMES, stateOf, termText } from './leaseTexts.ts';

/** `/admin/lease/:id`: one lease, its charges with their history, and what is posted next. */
export default function LeaseDetail() {
  const { id = '' } = useParams();
  const list = useCachedQuery('listLeases', {});
  const { busy, notice, forgetNotice, change, succeeded } = useOnlineChange('listLeases', 'listAudit');
  const online = useOnline();
  const dialog = useDialogAddress();
  const asked = dialog.address.get('change');
  const ask = (what: string) => dialog.open({ change: what });
  const { data: lateFees } = useCachedQuery('listLateFees', {});

  if (list.denied) return <AccessDenied />;
  return (
    <ManagerScreen
      title="Lease"
      description={<Subject lease={list.data?.find((each) => String(each.id) === id)} />}
      action={
        <ButtonLink to={LEASES} variant="secondary">
          Back to Leases
        </ButtonLink>
      }
      needs="You need a connection to change a lease."
      notice={notice}
      onNoticeDone={forgetNotice}
    >
      <Loaded query={list} failed="Failed to load leases">
        {(leases) => {
          const lease = leases.find((each) => String(each.id) === id);
          return lease ? content(lease, leases) : <Problem>This lease is not there any more.</Problem>;
        }}
      </Loaded>
    </ManagerScreen>
  );

  function content(stored: Lease, leases: readonly Lease[]) {
    const lease = whole(stored);
    const billed = leases.filter(({ tenants }) => tenants[0]?.id === lease.tenants[0]?.id);
    const ofProperty = lateFees?.filter(({ property_id }) => property_id === lease.property_id) ?? [];
    const own = ruleNow(lease.late_fees);
    const ended = stateOf(lease) === 'ended';
    const follows = !own || own.kind === 'property';
    return (
      <div className="flex flex-col gap-6">
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <Card title="Terms" action={<LeaseState lease={lease} />}>
            <DescriptionList
              items={[
                { label: 'Term', value: termText(lease) },
                { label: 'Tenants', value: <Tenants lease={lease} /> },
                { label: 'Payments', value: POLICY_NAMES[lease.payment_policy] },
                { label: 'Part of a month', value: PRORATION_NAMES[lease.proration] },
                ...(lateFees && lease.property_id > 0
                  ? [
                      {
                        label: follows ? 'Late fee, of the property' : 'Late fee, of this lease',
                        value: <LateFeeTerms property={ofProperty} lease={lease.late_fees} />,
                      },
                    ]
                  : []),
              ]}
            />
            <div className="flex flex-wrap gap-3 max-sm:*:grow">
              <Button variant="secondary" disabled={!online} onClick={() => ask('last-day')}>
                {lease.ends === null ? 'End lease' : 'Change last day'}
              </Button>
              <Button variant="secondary" disabled={!online} onClick={() => ask('terms')}>
                Change terms
              </Button>
              {!ended && (
                <Button variant="quiet" busy={busy} disabled={!online} onClick={() => void pause(lease)}>
                  {lease.paused ? 'Go on posting' : 'Pause posting'}
                </Button>
              )}
              <Button variant="quiet" disabled={!online} onClick={() => ask('late-fee')}>
                Change late fee
              </Button>
            </div>
          </Card>
          <Card title="Next charges">
            {lease.paused && (
              <p className="text-muted">Posting is paused. These are posted once it goes on.</p>
            )}
            <UpcomingCharges
              leases={[{ ...lease, property_late_fees: ofProperty }]}
              policy={paymentPolicyOf(billed, isoDay())}
              none="Nothing more is charged."
            />
          </Card>
        </div>
        <LeaseCharges lease={lease} onDone={(message) => void succeeded(message)} />
        <ChangeHistory
          subject="lease"
          id={lease.id}
          labels={CHANGE_LABELS}
          nameOf={() => 'this lease'}
          textOf={chargeChangeText}
        />
        {asked === 'terms' && (
          <ChangeTerms
            lease={lease}
            onDone={(message) => {
              dialog.close();
              void succeeded(message);
            }}
            onClose={dialog.close}
          />
        )}
        {asked === 'late-fee' && (
          <LateFeeForm
            of={{ lease: lease.id, name: unitLabel(lease) }}
            rule={own ?? ruleNow(ofProperty)}
            onDone={(message) => {
              dialog.close();
              void succeeded(message);
            }}
            onClose={dialog.close}
          />
        )}
        {asked === 'last-day' && (
          <EndLease
            lease={lease}
            onDone={(message) => {
              dialog.close();
              void succeeded(message);
            }}
            onClose={dialog.close}
          />
        )}
      </div>
    );
  }

  async function pause({ id: leaseId, paused }: Lease): Promise<void> {
    await change({
      route: 'updateLease',
      input: { params: { id: String(leaseId) }, body: { paused: !paused } },
      done: paused ? 'Posting goes on.' : 'Posting is paused for this lease.',
      failed: (reason) => `Posting could not be changed: ${reason}`,
    });
  }
}

type Stored = Omit<Lease, 'property_id' | 'late_fees' | 'payment_policy'> & Partial<Lease>;

/** A lease that a phone stored before there were late fees and payment policies; no property has the id 0. */
function whole(stored: Stored): Lease {
  const { property_id = 0, late_fees = [], payment_policy = 'full_balance' } = stored;
  return { ...stored, property_id, late_fees, payment_policy };
}

function Subject({ lease }: { lease: Lease | undefined }) {
  return <>{lease && unitLabel(lease)}</>;
}

function Tenants({ lease: { tenants } }: { lease: Lease }) {
  return (
    <ul role="list">
      {tenants.map((tenant, index) => (
        <li key={tenant.id}>
          <Link
            to={`/admin/ledger/${tenant.id}`}
            aria-label={`Ledger of ${fullNameOf(tenant)}`}
            className="inline-flex min-h-6 items-center font-semibold underline decoration-edge underline-offset-4"
          >
            {fullNameOf(tenant)}
          </Link>
          {index === 0 && tenants.length > 1 && <span className="text-muted"> (billed)</span>}
          {!tenant.lives_there && <span className="text-muted"> (does not live there)</span>}
        </li>
      ))}
    </ul>
  );
}
