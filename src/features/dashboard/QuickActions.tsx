import type { LucideIcon } from 'lucide-react';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { joinClasses } from '../../ui/layout/joinClasses.ts';

interface Action {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Of a link to a dialog. */
  state?: object;
}

interface QuickActionsProps {
  actions: Action[];
  /** Whether the links are side by side on a wide screen. */
  inOneRow?: boolean;
}

/** Links to the most frequent actions. */
export function QuickActions({ actions, inOneRow = false }: QuickActionsProps) {
  return (
    <nav
      aria-label="Quick actions"
      className={joinClasses('grid grid-cols-pair gap-3 md:gap-4', inOneRow && 'md:grid-cols-4')}
    >
      {actions.map(({ to, label, icon: Icon, state }) => (
        <ButtonLink
          key={to}
          to={to}
          state={state}
          variant="secondary"
          className="min-h-20 flex-col text-center wrap-anywhere shadow-card max-sm:px-2"
        >
          <Icon aria-hidden className="size-6 text-accent-ink" />
          {label}
        </ButtonLink>
      ))}
    </nav>
  );
}
