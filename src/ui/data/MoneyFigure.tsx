import { joinClasses } from '../layout/joinClasses.ts';
import { Money } from './Money.tsx';

interface MoneyFigureProps {
  /** Integer cents. */
  cents: number;
  className?: string | undefined;
}

/** An amount as the figure of its card. */
export function MoneyFigure({ cents, className }: MoneyFigureProps) {
  return (
    <p
      className={joinClasses(
        'font-bold tracking-tight',
        // One in the millions is smaller, so that it fits a phone.
        Math.abs(cents) < 10_000_000 ? 'text-[min(3rem,15vw)] leading-none' : 'text-[min(2.25rem,11vw)]',
        className,
      )}
    >
      <Money cents={cents} />
    </p>
  );
}
