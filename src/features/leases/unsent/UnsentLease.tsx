import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import type { Move } from '../../../../contract/moves/move.ts';
import { stepsIn, type StepName } from '../../../../contract/moves/moveSteps.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { unsentIdOf, type LeaseItem } from '../../../offline/subjects/leases/leases.ts';
import { useMade } from '../../../offline/subjects/useMade.ts';
import { ManagerScreen } from '../../../screens/ManagerScreen.tsx';
import { addedText, useNewLeases } from '../../../subjects/leases/newLease/useNewLeases.ts';
import { UpcomingCharges } from '../../../subjects/leases/UpcomingCharges.tsx';
import { MoveSteps } from '../../../subjects/moves/MoveCard.tsx';
import { HomeLink } from '../../../subjects/units/HomeLink.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { Problem } from '../../../ui/feedback/Problem.tsx';
import { useToast } from '../../../ui/feedback/Toasts.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { COMES_BACK, useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../../ui/layout/PageHeading.tsx';
import { DepositCard } from '../deposit/LeaseDeposit.tsx';
import { useDepositEntries } from '../deposit/useDepositEntries.ts';
import { LEASES, leasePath } from '../leaseTexts.ts';
import { NewLeaseEntry } from './UnsentLeases.tsx';
import { depositOf, leaseOf, moveOf } from './unsentLease.ts';

/** `/admin/lease/new:…`: a lease that this device has not sent, with the steps of moving in. Once it is sent, its page. */
export function UnsentLease({ madeBy }: { madeBy: string }) {
  const found = useMade('createLease', madeBy);
  const toast = useToast();
  const { sentAs, unsent } = found ?? {};
  const [item, setItem] = useState(unsent);
  if (unsent && unsent !== item) setItem(unsent);
  const { address } = useDialogAddress();
  // What is typed into a dialog is finished first: it is recorded of the lease all the same.
  const stays = sentAs !== undefined && item !== undefined && address.size > 0;
  const added = sentAs && addedText(sentAs);
  useEffect(() => {
    if (added) toast.success(added);
  }, [added, toast]);

  if (stays) return <LeaseToSend item={item} isSent />;
  if (sentAs) return <Navigate replace to={leasePath(sentAs.id)} />;
  if (unsent) return <LeaseToSend item={unsent} />;
  return (
    <>
      <PageHeading title="Lease" action={backToLeases} />
      {found ? (
        <Problem>
          This lease is not among what is unsent: it was discarded, or sent some time ago and is in the list
          of leases.
        </Problem>
      ) : (
        <Loading />
      )}
    </>
  );
}

const backToLeases = (
  <ButtonLink to={LEASES} variant="secondary">
    Back to Leases
  </ButtonLink>
);

const moveIn = (move: Move) => [
  // Whether its tenants can sign in is known once it is sent.
  { title: 'Move-in', steps: stepsIn(move).filter(({ name }) => name !== 'accounts') },
];

function LeaseToSend({ item, isSent = false }: { item: LeaseItem; isSent?: boolean }) {
  const navigate = useNavigate();
  const newLeases = useNewLeases();
  const { open } = useDialogAddress();
  const id = unsentIdOf(item);
  const deposit = useDepositEntries(id);
  const lease = leaseOf(item);
  const [billed] = item.shown.tenants;

  const furtherActionOf = (name: StepName, done: boolean) => {
    if (name === 'deposit') {
      return (
        <Button
          variant="quiet"
          aria-label="Record: deposit received"
          onClick={() => open({ deposit: 'received' })}
        >
          Record
        </Button>
      );
    }
    if (name === 'first rent' && billed && 'addedBy' in billed) {
      return (
        <ButtonLink
          variant="quiet"
          aria-label="Record: first rent"
          to={`/admin/payments?payment=${unsentIdOf({ id: billed.addedBy })}`}
          state={COMES_BACK}
        >
          Record
        </ButtonLink>
      );
    }
    if (name !== 'move-in inspection' || done) return undefined;
    return (
      <ButtonLink
        variant="quiet"
        aria-label="Move-in Inspection"
        // It has the id of what makes its lease, so that it is one, however often it is opened.
        to={`/admin/inspections/${lease.unit_id}/${item.id}/walk?kind=Move-in&lease=${id}`}
      >
        Inspect
      </ButtonLink>
    );
  };

  return (
    <ManagerScreen
      title="Lease"
      description={<HomeLink unit={lease.unit_id}>{unitLabel(lease)}</HomeLink>}
      action={backToLeases}
      needs="This lease and what is recorded of it are kept on this device until they can be sent."
      notice={deposit.notice ?? newLeases.notice}
      onNoticeDone={() => {
        deposit.setNotice(undefined);
        newLeases.setNotice(undefined);
      }}
    >
      <div className="flex flex-col gap-6">
        {!isSent && <NewLeaseEntry {...{ item, newLeases }} onDiscarded={() => void navigate(LEASES)} />}
        <Card title="Next charges">
          <UpcomingCharges
            leases={[lease]}
            policy={lease.payment_policy}
            none="Nothing is charged in this time."
          />
        </Card>
        <Card title="Move-in and move-out">
          <MoveSteps
            {...{
              lease: id,
              home: unitLabel(lease),
              stored: moveOf(lease),
              listsOf: moveIn,
              furtherActionOf,
            }}
            isManager
            billed={billed && 'id' in billed ? lease.tenants[0] : undefined}
            billedAddedBy={billed && 'addedBy' in billed ? billed.addedBy : undefined}
          />
        </Card>
        <DepositCard lease={lease} deposit={depositOf(lease)} entries={deposit} />
      </div>
    </ManagerScreen>
  );
}
