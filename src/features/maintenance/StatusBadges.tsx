import { CircleCheck, Clock, Siren } from 'lucide-react';
import { isEmergency } from '../../../contract/maintenance/requestDetails.ts';
import { stageOf } from '../../../contract/maintenance/requestProgress.ts';
import { mediumDayText } from '../../../contract/values/calendar.ts';
import {
  unsentStatusOf,
  type OptimisticRequest,
} from '../../offline/subjects/maintenance/maintenanceList.ts';
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

/** How far an open request has come, where that is more than its report, or that the resident confirmed a completed one. */
export function StageBadge({ listed }: { listed: OptimisticRequest }) {
  const stage = stageOf(listed);
  if (stage === 'Reported' || stage === 'Completed') return <></>;
  const { visit } = listed.progress;
  return <Badge>{stage === 'Scheduled' && visit ? `Visit ${mediumDayText(visit.on)}` : stage}</Badge>;
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
