import { CircleCheck, Clock, CloudUpload, TriangleAlert } from 'lucide-react';
import { stateOf } from '../../offline/useOutbox.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Listed } from '../../offline/listed.ts';

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
  const states = listed.unsent.map((item) => stateOf(item, sending));
  const state = states.find((each) => each === 'Needs attention') ?? states[0];
  if (!state) return <></>;
  return state === 'Needs attention' ? (
    <Badge tone="danger" icon={TriangleAlert}>
      {state}
    </Badge>
  ) : (
    <Badge tone="info" icon={CloudUpload}>
      {listed.cancelling ? `Cancelling. ${state}` : state}
    </Badge>
  );
}
