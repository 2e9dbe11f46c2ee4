import { FileSignature } from 'lucide-react';
import type { Lease } from '../../../contract/leases/lease.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { useAsOf, useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { LateFees } from './LateFees.tsx';
import { LeaseList } from './list/LeaseList.tsx';
import { LEASES } from './leaseTexts.ts';
import { Posting } from './Posting.tsx';
import { UnsentLeases } from './unsent/UnsentLeases.tsx';

/** `/admin/leases`: every lease, and what is posted next. */
export default function Leases() {
  const list = useCachedQuery('listLeases', {});
  const asOf = useAsOf(list);
  const posting = useCachedQuery('readLeasePosting', {});
  const { busy, notice, forgetNotice, change, succeeded } = useOnlineChange();

  const lateFees = <LateFees onDone={(message) => void succeeded(message)} />;

  if (list.denied) return <AccessDenied />;
  return (
    <ManagerScreen
      title="Leases"
      description="Who rents which unit, and what is charged each month by itself."
      action={
        <>
          <ButtonLink to={`${LEASES}/from-units`} variant="secondary">
            Make leases from units
          </ButtonLink>
          <ButtonLink to="/admin/addlease">+ Add new lease</ButtonLink>
        </>
      }
      needs="You need a connection to change leases. You can look them up here; a new one is kept on this device until it can be sent."
      notice={notice}
      onNoticeDone={forgetNotice}
    >
      <UnsentLeases />
      <Loaded query={list} failed="Failed to load leases" children={content} />
    </ManagerScreen>
  );

  function content(leases: readonly Lease[]) {
    if (leases.length === 0) {
      return (
        <div className="flex flex-col gap-8">
          <EmptyState icon={FileSignature} title="No Leases Found">
            With a lease, rent and other charges are posted on their due day each month. Make one for each
            unit that is rented, or add them one by one.
          </EmptyState>
          {lateFees}
        </div>
      );
    }
    return (
      <div className="flex flex-col gap-8">
        <Posting
          leases={leases}
          asOf={asOf}
          paused={posting.data?.paused}
          busy={busy}
          onPause={(paused) =>
            void change({
              route: 'setLeasePosting',
              input: { body: { paused } },
              question: {
                text: paused
                  ? 'Pause posting for all leases?\nNothing is charged until you go on. What falls due meanwhile is posted then.'
                  : 'Go on posting for all leases?\nWhat fell due meanwhile is posted within minutes.',
                confirmLabel: paused ? 'Pause' : 'Go on',
              },
              done: paused ? 'Posting is paused for all leases.' : 'Posting goes on.',
              failed: (reason) => `Posting could not be changed: ${reason}`,
            })
          }
        />
        <LeaseList leases={leases} />
        {/* Below, since the menu leads there: the list is what is looked at. */}
        {lateFees}
      </div>
    );
  }
}
