import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Money } from '../../ui/data/Money.tsx';
import type { ReadingStore } from './readingStore.ts';

interface SummaryProps {
  readings: ReadingStore;
  /** How many units there are to read. */
  units: number;
  busy: boolean;
  /** Why there is nothing to review. */
  problem: string | undefined;
  onReview: () => void;
  /** Goes to the next meter that was not read; none where no unit has meters. */
  onNext?: ((from: Element | undefined) => void) | undefined;
}

/** The number of readings and the total of their bills, always in view, with the review button. */
export function Summary({ readings, units, busy, problem, onReview, onNext }: SummaryProps) {
  const subscribe = useCallback((told: () => void) => readings.subscribe('totals', told), [readings]);
  const { entered, cents, skipped, toCheck } = useSyncExternalStore(subscribe, readings.totals);
  return (
    <div className="@container sticky top-[calc(0.75rem+var(--header))] z-10 mb-6 rounded-card border border-edge bg-surface py-2 pr-2 pl-4 shadow-card md:top-[4.75rem] md:pl-5">
      <div
        className={`flex flex-col justify-between gap-x-4 gap-y-1 ${onNext ? '@min-[34rem]:flex-row @min-[34rem]:items-center' : '@min-[13rem]:flex-row @min-[13rem]:items-center'}`}
      >
        <p className="tabular-nums">
          <Money cents={cents} className="text-lg leading-tight font-bold md:text-xl" />{' '}
          <span
            className={`text-sm text-muted md:text-base md:whitespace-nowrap ${onNext ? '' : 'max-md:block'}`}
          >
            {entered} of {units} {units === 1 ? 'unit' : 'units'}
            {(skipped > 0 || toCheck > 0) && ','}
          </span>{' '}
          {(skipped > 0 || toCheck > 0) && (
            <span className="text-sm text-muted md:block">
              {[skipped > 0 && `${skipped} skipped`, toCheck > 0 && `${toCheck} to check`]
                .filter(Boolean)
                .join(', ')}
            </span>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          {onNext && <NextMeter onNext={onNext} />}
          <Button data-review busy={busy} busyLabel="Creating Bills..." onClick={onReview}>
            Review & Post Bills
          </Button>
        </div>
      </div>
      <p role="alert" className="pt-1 font-medium text-danger empty:hidden">
        {problem}
      </p>
    </div>
  );
}

/** The error when readings cannot be saved on this device. */
export function DraftProblem({ readings }: { readings: ReadingStore }) {
  const subscribe = useCallback((told: () => void) => readings.subscribe('problem', told), [readings]);
  const problem = useSyncExternalStore(subscribe, () => readings.problem);
  if (!problem) return <></>;
  return (
    <Banner type="error" className="mb-6">
      {problem}
    </Banner>
  );
}

/** Remembers which meter had the focus, which the button takes. */
function NextMeter({ onNext }: { onNext: (from: Element | undefined) => void }) {
  const from = useRef<Element>(undefined);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement && target.dataset.reading) from.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  return (
    <Button variant="secondary" onClick={() => onNext(from.current)}>
      Next meter
    </Button>
  );
}
