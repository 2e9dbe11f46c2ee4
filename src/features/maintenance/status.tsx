import { CircleCheck, Clock } from 'lucide-react';
import { standingOf, type Listed } from '../../offline/subjects/listed.ts';
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
export function UnsentBadge({ listed, sending }: { listed: Listed; sending: string | undefined }) {
  const standing = standingOf(listed, sending);
  return standing ? <Mark {...standing} /> : <></>;
}
