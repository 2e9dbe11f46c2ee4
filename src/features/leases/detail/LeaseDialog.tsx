import { Suspense } from 'react';
import type { LateFeeRule } from '../../../../contract/leases/lateFee.ts';
import type { Lease } from '../../../../contract/leases/lease.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { lazyPart } from '../../../browser/lazyPart.ts';
import type { RenewingProps } from '../../../subjects/leases/renewing/Renewing.tsx';
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx';
import { ChangeTerms } from '../ChangeTerms.tsx';
import { EndLease } from '../EndLease.tsx';
import { ChangeTenants } from './ChangeTenants.tsx';
import type { LastDays } from './useLastDay.ts';
import { LateFeeForm } from '../LateFeeForm.tsx';

const Renewing = lazyPart<RenewingProps>(() => import('../../../subjects/leases/renewing/Renewing.tsx'));

export type LeaseChange = 'terms' | 'tenants' | 'late-fee' | 'last-day' | 'renew';

interface LeaseDialogProps {
  /** What is changed, as the address says. */
  asked: string | null;
  lease: Lease;
  /** The late fee that is in force now. */
  rule: LateFeeRule | undefined;
  /** What of its last day waits on this device. */
  lastDay: LastDays;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** The form of what is changed of a lease; nothing while nothing is. */
export function LeaseDialog({ asked, lease, rule, lastDay, onDone, onClose }: LeaseDialogProps) {
  switch (asked as LeaseChange | null) {
    case 'terms':
      return <ChangeTerms {...{ lease, onDone, onClose }} />;
    case 'tenants':
      return <ChangeTenants {...{ lease, onDone, onClose }} />;
    case 'late-fee':
      return <LateFeeForm of={{ lease: lease.id, name: unitLabel(lease) }} {...{ rule, onDone, onClose }} />;
    case 'last-day':
      return <EndLease {...{ lease, lastDay, onClose }} />;
    case 'renew':
      return (
        <PartBoundary>
          <Suspense>
            <Renewing lease={String(lease.id)} {...{ onDone, onClose }} />
          </Suspense>
        </PartBoundary>
      );
    default:
      return <></>;
  }
}
