import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: LucideIcon | undefined;
  title: string;
  /** The primary action. */
  action?: ReactNode;
  children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, action, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-edge px-5 py-12 text-center">
      {Icon && (
        <span className="mb-2 grid size-14 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <Icon aria-hidden className="size-7" />
        </span>
      )}
      <h2 className="text-lg font-bold">{title}</h2>
      {Boolean(children) && <div className="max-w-prose text-muted">{children}</div>}
      {Boolean(action) && <div className="mt-3">{action}</div>}
    </div>
  );
}
