import { CloudUpload, TriangleAlert } from 'lucide-react';

import { Badge } from './Badge.tsx';

interface UnsentBadgeProps {
  /** It waits for the person, not for the connection. */
  needsAttention: boolean;
  /** Where it stands, in words. */
  words: string;
}

/** The mark of something that the server does not have yet. */
export function UnsentBadge({ needsAttention, words }: UnsentBadgeProps) {
  return (
    <Badge tone={needsAttention ? 'danger' : 'info'} icon={needsAttention ? TriangleAlert : CloudUpload}>
      {words}
    </Badge>
  );
}
