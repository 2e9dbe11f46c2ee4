import { CircleCheck, Clock, Siren } from 'lucide-react';
import { isEmergency } from '../../../contract/maintenance/requestDetails.ts';
import { unsentStatusOf, type OptimisticRequest } from '../../offline/subjects/maintenanceList.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { UnsentBadge as Mark } from '../../ui/data/UnsentBadge.tsx';

/** Whether a request is open or done. */
export function StatusBadge({ completed }: { completed: boolean }) {
  return completed ? (
    <Badge tone="success" icon={CircleCheck}>
      Completed
    </Badge>
  ) : (
    <Badge tone="amber" icon={Clock}>
      Pending
    </Badge>
  );
}

/** Marks an open request that cannot wait. */
export function EmergencyBadge({ listed: { details, completed } }: { listed: OptimisticRequest }) {
  if (completed || !isEmergency(details.urgency)) return <></>;
  return (
    <Badge tone="danger" icon={Siren}>
      Emergency
    </Badge>
  );
}

/** Where the oldest unsent change of a request stands. */
export function UnsentBadge({ listed, sending }: { listed: OptimisticRequest; sending: string | undefined }) {
  const standing = unsentStatusOf(listed, sending);
  return standing ? <Mark {...standing} /> : <></>;
}
