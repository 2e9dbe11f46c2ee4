import { CircleCheck, Clock } from 'lucide-react';
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

/** Where the oldest unsent change of a request stands. */
export function UnsentBadge({ listed, sending }: { listed: OptimisticRequest; sending: string | undefined }) {
  const standing = unsentStatusOf(listed, sending);
  return standing ? <Mark {...standing} /> : <></>;
}
