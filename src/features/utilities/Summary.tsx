import { useCallback, useSyncExternalStore } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Money } from '../../ui/Money.tsx';
import type { Walk } from './walk.ts';

interface SummaryProps {
  walk: Walk;
  /** How many units there are to read. */
  units: number;
  busy: boolean;
  onReview: () => void;
}

/** How far the walk has come and what it adds up to, in view at all times, with its one action. */
export function Summary({ walk, units, busy, onReview }: SummaryProps) {
  const subscribe = useCallback((told: () => void) => walk.subscribe('totals', told), [walk]);
  const { entered, cents } = useSyncExternalStore(subscribe, walk.totals);
  return (
    <div className="sticky top-[4.5rem] z-10 mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3 shadow-float md:px-5">
      <p>
        <Money cents={cents} className="text-xl font-bold" />{' '}
        <span className="whitespace-nowrap text-muted tabular-nums">
          {entered} of {units} {units === 1 ? 'unit' : 'units'}
        </span>
      </p>
      <Button data-review busy={busy} busyLabel="Creating Bills..." onClick={onReview}>
        Review & Post Bills
      </Button>
    </div>
  );
}

/** That what is typed cannot be kept, should it come to that. */
export function DraftProblem({ walk }: { walk: Walk }) {
  const subscribe = useCallback((told: () => void) => walk.subscribe('problem', told), [walk]);
  const problem = useSyncExternalStore(subscribe, () => walk.problem);
  if (!problem) return <></>;
  return (
    <Banner type="error" className="mb-6">
      {problem}
    </Banner>
  );
}
