import type { LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Card } from '../../ui/layout/Card.tsx';

/** Three cards side by side under a heading. */
export function Features({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="mt-16 md:mt-24">
      <h2 id={titleId} className="text-2xl font-bold tracking-tight md:text-3xl">
        {title}
      </h2>
      <ul role="list" className="mt-6 grid grid-cols-1 gap-4 md:grid-cols-3 md:gap-6">
        {children}
      </ul>
    </section>
  );
}

interface FeatureProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
}

export function Feature({ icon: Icon, title, children }: FeatureProps) {
  return (
    <Card as="li" className="h-full">
      <span className="grid size-12 place-items-center rounded-control bg-accent-soft text-accent-ink">
        <Icon aria-hidden className="size-6" />
      </span>
      <div>
        <h3 className="text-lg font-bold">{title}</h3>
        <p className="mt-1 text-muted">{children}</p>
      </div>
    </Card>
  );
}
