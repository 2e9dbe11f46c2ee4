import type { AccessItem } from '../../../offline/subjects/people/access.ts';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';

/** That somebody's access ends by what this device has not sent; nothing where it does not. */
export function AccessNote({ item }: { item: AccessItem | undefined }) {
  if (!item) return <></>;
  const needsAttention = item.refusal !== undefined;
  return (
    <UnsentBadge
      needsAttention={needsAttention}
      words={needsAttention ? 'End of access: needs attention' : 'End of access: unsent'}
    />
  );
}
