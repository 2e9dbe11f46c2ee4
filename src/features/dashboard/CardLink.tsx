import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** The link at the foot of a card to the whole list. */
export function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="mt-auto flex min-h-11 items-center gap-2 self-start font-semibold wrap-anywhere text-accent-ink underline"
    >
      {children}
      <ArrowRight aria-hidden className="size-4 shrink-0" />
    </Link>
  );
}
