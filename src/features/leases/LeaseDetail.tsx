import { useParams } from 'react-router-dom';
import type { Answer } from '../../../contract/http/route.ts';
import type { routes } from '../../../contract/routes.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import { paymentPolicyOf } from '../../../contract/leases/paymentPolicy.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { ChangeHistory } from '../../subjects/audit/ChangeHistory.tsx';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { makerIn } from '../../offline/subjects/leases/leases.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { HomeInspections } from '../../subjects/inspections/HomeInspections.tsx';
import { MoveCard } from '../../subjects/moves/MoveCard.tsx';
import { AccessOf } from '../../subjects/users/access/AccessOf.tsx';
import { UpcomingCharges } from '../../subjects/leases/UpcomingCharges.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { LeaseDeposit } from './deposit/LeaseDeposit.tsx';
import { useDepositEntries, type DepositEntries } from './deposit/useDepositEntries.ts';
import { LeaseDialog } from './detail/LeaseDialog.tsx';
import { LeaseTerms } from './detail/LeaseTerms.tsx';
import { UnsentLastDay } from './detail/UnsentLastDay.tsx';
import { useLastDay, type LastDays } from './detail/useLastDay.ts';
import { ruleNow } from './LateFees.tsx';
import { LeaseCharges } from './LeaseCharges.tsx';
import { chargeChangeText } from './leaseChanges.ts';
import { CHANGE_LABELS, LEASES } from './leaseTexts.ts';
import { nextLease } from './nextLease.ts';
import { UnsentLease } from './unsent/UnsentLease.tsx';

/** `/admin/lease/:id`: one lease, its charges with their history, and what is posted next. */
export default function LeaseDetail() {
  const { id = '' } = useParams();
  const madeBy = makerIn(id);
  return madeBy === undefined ? <SentLease id={id} /> : <UnsentLease key={madeBy} madeBy={madeBy} />;
}

function SentLease({ id }: { id: string }) {
  const list = useCachedQuery('listLeases', {});
  const { busy, notice, forgetNotice, change, succeeded } = useOnlineChange();
  const online = useOnline();
  const deposit = useDepositEntries(id);
  const lastDay = useLastDay(Number(id));
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
      needs="You need a connection to change the terms, the tenants and the charges of a lease. Its last day, the end of a tenant’s access and what is recorded of its deposit and its keys are kept on this device until they can be sent."
      notice={deposit.notice ?? lastDay.notice ?? notice}
      onNoticeDone={() => {
        deposit.setNotice(undefined);
        lastDay.setNotice(undefined);
        forgetNotice();
      }}
    >
      <Loaded query={list} failed="Failed to load leases">
        {(leases) => {
          const lease = leases.find((each) => String(each.id) === id);
          if (!lease) return <Problem>This lease is not there any more.</Problem>;
          const ofLease = { lease: whole(lease), deposit, lastDay, lateFees, online, busy };
          return (
            <>
              <AccessOf people={lease.tenants.map(({ id: tenant }) => tenant)} />
              <LeaseParts
                {...ofLease}
                leases={leases}
                onPause={pause}
                onDone={(message) => void succeeded(message)}
              />
            </>
          );
        }}
      </Loaded>
    </ManagerScreen>
  );

  async function pause({ id: leaseId, paused }: Lease): Promise<void> {
    await change({
      route: 'updateLease',
      input: { params: { id: String(leaseId) }, body: { paused: !paused } },
      done: paused ? 'Posting goes on.' : 'Posting is paused for this lease.',
      failed: (reason) => `Posting could not be changed: ${reason}`,
    });
  }
}

interface LeasePartsProps {
  lease: Lease;
  /** What of its deposit waits on this device. */
  deposit: DepositEntries;
  /** What of its last day waits. */
  lastDay: LastDays;
  leases: readonly Lease[];
  /** Undefined until they are known. */
  lateFees: Answer<typeof routes.listLateFees> | undefined;
  online: boolean;
  busy: boolean;
  onPause: (lease: Lease) => Promise<void>;
  onDone: (message: string) => void;
}

/** The terms of a lease, what it charges, and its history. */
function LeaseParts({ lease, deposit, lastDay, leases, lateFees, online, busy, ...props }: LeasePartsProps) {
  const { onPause, onDone } = props;
  const dialog = useDialogAddress();
  const billed = leases.filter(({ tenants }) => tenants[0]?.id === lease.tenants[0]?.id);
  const ofProperty = lateFees?.filter(({ property_id }) => property_id === lease.property_id) ?? [];
  return (
    <div className="flex flex-col gap-6">
      <UnsentLastDay lease={lease} lastDay={lastDay} onEdit={() => dialog.open({ change: 'last-day' })} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <LeaseTerms
          lease={lease}
          next={nextLease(lease, leases)}
          lateFees={lateFees && ofProperty}
          online={online}
          busy={busy}
          onAsk={(what) => dialog.open({ change: what })}
          onPause={() => void onPause(lease)}
        />
        <Card title="Next charges">
          {lease.paused && <p className="text-muted">Posting is paused. These are posted once it goes on.</p>}
          <UpcomingCharges
            leases={[{ ...lease, property_late_fees: ofProperty }]}
            policy={paymentPolicyOf(billed, isoDay())}
            none="Nothing more is charged."
          />
        </Card>
      </div>
      <MoveCard
        {...{ lease: lease.id, home: unitLabel(lease), tenants: lease.tenants, billed: lease.tenants[0] }}
        isManager
      />
      <LeaseDeposit lease={lease} entries={deposit} online={online} onDone={onDone} />
      <HomeInspections unit={lease} lease={String(lease.id)} />
      <LeaseCharges lease={lease} onDone={onDone} />
      <ChangeHistory
        subject="lease"
        id={lease.id}
        labels={CHANGE_LABELS}
        nameOf={() => 'this lease'}
        textOf={chargeChangeText}
      />
      <LeaseDialog
        asked={dialog.address.get('change')}
        lease={lease}
        lastDay={lastDay}
        rule={ruleNow(lease.late_fees) ?? ruleNow(ofProperty)}
        onDone={(message) => {
          dialog.close();
          onDone(message);
        }}
        onClose={dialog.close}
      />
    </div>
  );
}

type Stored = Omit<Lease, 'property_id' | 'late_fees' | 'payment_policy'> & Partial<Lease>;

/** A lease that a phone stored before there were late fees and payment policies; no property has the id 0. */
function whole(stored: Stored): Lease {
  const { property_id = 0, late_fees = [], payment_policy = 'full_balance' } = stored;
  return { ...stored, property_id, late_fees, payment_policy };
}

function Subject({ lease }: { lease: Lease | undefined }) {
  return <>{lease && <HomeLink unit={lease.unit_id}>{unitLabel(lease)}</HomeLink>}</>;
}
