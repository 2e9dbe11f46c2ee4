import { joinClasses } from '../layout/joinClasses.ts';
import { Money } from './Money.tsx';

interface MoneyFigureProps {
  /** Integer cents. */
  cents: number;
  className?: string | undefined;
}

/** An amount as the figure of its card, as large as the card has room for. */
export function MoneyFigure({ cents, className }: MoneyFigureProps) {
  return (
    <div className="@container">
      <p
        className={joinClasses(
          'leading-tight font-bold tracking-tight whitespace-nowrap',
          // One in the millions has three characters more.
          Math.abs(cents) < 100_000_000 ? 'text-[min(3rem,16cqi)]' : 'text-[min(2.25rem,12cqi)]',
          className,
        )}
      >
        <Money cents={cents} />
      </p>
    </div>
  );
}
