import { ShieldX } from 'lucide-react';

import { EmptyState } from './EmptyState.tsx';

/** In place of a screen that the server does not give to this person. */
export function AccessDenied() {
  return (
    <EmptyState icon={ShieldX} title="Access Denied">
      You don't have permission to view this page.
    </EmptyState>
  );
}
