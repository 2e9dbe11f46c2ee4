import type { ReactNode } from 'react';
import { useMediaQuery } from '../../ui/layout/mediaQuery.ts';

interface LedgerWithAsideProps {
  /** What the account has beside its entries, such as what is unpaid and its leases. */
  aside: ReactNode;
  /** The entries. */
  children: ReactNode;
}

/**
 * At a desk the entries come first, with the rest beside them; on a narrower screen the rest stands above, since below a long
 * ledger nobody would find it.
 */
export function LedgerWithAside({ aside, children }: LedgerWithAsideProps) {
  const wide = useMediaQuery('(min-width: 75rem)');
  if (!wide) {
    return (
      <>
        <div className="mb-6 flex flex-col gap-4 empty:hidden">{aside}</div>
        {children}
      </>
    );
  }
  return (
    <div className="flex items-start gap-6">
      <div className="min-w-0 grow">{children}</div>
      <div className="flex w-60 shrink-0 flex-col gap-4 empty:hidden">{aside}</div>
    </div>
  );
}
