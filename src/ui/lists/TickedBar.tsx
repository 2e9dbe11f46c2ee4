import { numberText } from '../../../contract/values/numberText.ts';
import type { ReactNode } from 'react';
import { Button } from '../forms/Button.tsx';

interface TickedBarProps {
  count: number;
  /** What they come to. */
  total: ReactNode;
  onClear: () => void;
  /** What can be done with them. */
  children: ReactNode;
}

/** How many rows are ticked, and what can be done with all of them; it stays in sight while more are ticked. */
export function TickedBar({ count, total, onClear, children }: TickedBarProps) {
  return (
    <section
      aria-label="Selected"
      className="sticky top-[calc(0.5rem+var(--header))] z-10 mb-3 flex flex-wrap items-center gap-2 rounded-card border border-edge bg-surface px-4 py-2 shadow-card lg:top-18"
    >
      <p role="status" className="mr-auto min-w-0 tabular-nums">
        <strong>{numberText(count)} selected</strong>
        {Boolean(total) && <span className="block text-sm text-muted">{total}</span>}
      </p>
      {children}
      <Button variant="quiet" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}
