import type { ReactNode } from 'react';
import { Logo } from '../layout/Logo.tsx';

interface PaperSheetProps {
  label: string;
  /** What it is, such as "Statement". */
  kind: string;
  /** The day or the days that it is of. */
  date: string;
  children: ReactNode;
}

/** What is read on the screen and printed as a page of its own, with the community's logo. */
export function PaperSheet({ label, kind, date, children }: PaperSheetProps) {
  return (
    <article
      aria-label={label}
      className="flex flex-col gap-6 rounded-card border border-line bg-surface p-[min(1.5rem,5vw)] shadow-card sm:p-10 print:border-0 print:p-0 print:shadow-none"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Logo />
        <p className="sm:text-right print:text-right">
          <span className="block text-sm text-muted">{kind}</span>
          <span className="font-bold">{date}</span>
        </p>
      </div>
      {children}
    </article>
  );
}
