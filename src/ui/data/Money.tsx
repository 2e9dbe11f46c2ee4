import { dollarText } from '../../../contract/values/money.ts';
import { joinClasses } from '../layout/joinClasses.ts';

/** Integer cents as "$1,234.50". */
export function moneyText(cents: number): string {
  return dollarText(cents / 100);
}

interface MoneyProps {
  /** Integer cents. */
  cents: number;
  /** `ledger` colours debits and credits; the sign shows the difference too. */
  tone?: 'plain' | 'ledger' | undefined;
  className?: string | undefined;
}

export function Money({ cents, tone = 'plain', className }: MoneyProps) {
  const colour = cents > 0 ? 'text-debit' : cents < 0 ? 'text-credit' : 'text-muted';
  return (
    <span className={joinClasses('whitespace-nowrap tabular-nums', tone === 'ledger' && colour, className)}>
      {moneyText(cents)}
    </span>
  );
}
