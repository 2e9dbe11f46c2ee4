import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '../forms/Button.tsx';

interface ProblemProps {
  onRetry?: (() => void) | undefined;
  retryLabel?: string | undefined;
  children: ReactNode;
}

/** An error message in place of the content, with a button to try again. */
export function Problem({ onRetry, retryLabel = 'Try Again', children }: ProblemProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-4 rounded-card bg-danger-soft p-5 text-danger sm:flex-row sm:items-center"
    >
      <CircleAlert aria-hidden className="size-6 shrink-0" />
      <div className="min-w-0 flex-1 font-medium wrap-anywhere">{children}</div>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
