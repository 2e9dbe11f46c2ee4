import { ShieldX } from 'lucide-react';

import { EmptyState } from './EmptyState.tsx';

/** Shown instead of a screen that the user may not see. */
export function AccessDenied() {
  return (
    <EmptyState icon={ShieldX} title="Access Denied">
      You don't have permission to view this page.
    </EmptyState>
  );
}
