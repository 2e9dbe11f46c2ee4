import { CloudUpload, TriangleAlert } from 'lucide-react';

import { Badge } from './Badge.tsx';

interface UnsentBadgeProps {
  /** Whether it waits for the user, not for a connection. */
  needsAttention: boolean;
  /** The text of the state. */
  words: string;
}

/** The badge of an unsent change. */
export function UnsentBadge({ needsAttention, words }: UnsentBadgeProps) {
  return (
    <Badge tone={needsAttention ? 'danger' : 'info'} icon={needsAttention ? TriangleAlert : CloudUpload}>
      {words}
    </Badge>
  );
}
