import type { ReactNode } from 'react';

import { joinClasses } from './joinClasses.ts';
import type { Tone } from '../data/toneClasses.ts';

interface CardProps {
  title?: ReactNode;
  /** The level of the title in the page's outline. */
  level?: 2 | 3 | undefined;
  /** Beside the title: a link, a badge, a button. */
  action?: ReactNode;
  /** An outline and a tint for a card of another kind; say the kind in words as well. */
  tone?: Tone | undefined;
  as?: 'section' | 'article' | 'div' | 'li' | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

const tints: Record<Tone, string> = {
  neutral: 'border-edge bg-sunken/40',
  amber: 'border-accent bg-accent-soft/40',
  success: 'border-success bg-success-soft/40',
  danger: 'border-danger bg-danger-soft/40',
  info: 'border-info bg-info-soft/40',
};

export function Card({
  title,
  level = 2,
  action,
  tone,
  as: Element = 'section',
  className,
  children,
}: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <Element
      className={joinClasses(
        'flex flex-col gap-4 rounded-card border p-[min(1.25rem,6.25vw)] shadow-card md:p-6',
        tone ? tints[tone] : 'border-line bg-surface',
        className,
      )}
    >
      {(title !== undefined || action !== undefined) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {title !== undefined && (
            <Heading className="min-w-0 text-lg leading-snug font-bold wrap-anywhere">{title}</Heading>
          )}
          {action}
        </div>
      )}
      {children}
    </Element>
  );
}
