import type { ReactNode } from 'react';
import { shownText } from './shownText.ts';

interface ShownBarProps {
  /** How many rows are shown, and how many there are. */
  shown: number;
  all: number;
  /** The singular and plural noun of a row. */
  one: string;
  many: string;
  /** What can be done with those that are shown. */
  children: ReactNode;
}

/** Above a list of cards: how many are shown, and what can be done with them. */
export function ShownBar({ shown, all, one, many, children }: ShownBarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-2 sm:gap-3">
      <p role="status" className="text-sm text-muted tabular-nums">
        {shownText(shown, all, one, many)}
      </p>
      <div className="flex flex-wrap gap-2 sm:gap-3">{children}</div>
    </div>
  );
}
