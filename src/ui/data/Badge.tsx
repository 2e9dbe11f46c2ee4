import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { joinClasses } from '../layout/joinClasses.ts';
import { tones, type Tone } from './toneClasses.ts';

interface BadgeProps {
  tone?: Tone | undefined;
  icon?: LucideIcon | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A short label for a state. */
export function Badge({ tone = 'neutral', icon: Icon, className, children }: BadgeProps) {
  return (
    <span
      className={joinClasses(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-sm leading-tight font-semibold md:whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </span>
  );
}
