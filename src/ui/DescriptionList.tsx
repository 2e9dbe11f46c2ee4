import type { ReactNode } from 'react';

import { classes } from './classes.ts';

interface DescriptionListProps {
  items: {
    label: string;
    value: ReactNode;
    /** Marks what has changed. */
    highlight?: boolean | undefined;
  }[];
}

export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className="divide-y divide-line">
      {items.map(({ label, value, highlight }) => (
        <div
          key={label}
          className={classes(
            'grid gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(8rem,14rem)_1fr]',
            highlight && '-mx-3 rounded-control bg-accent-soft px-3 first:pt-3 last:pb-3',
          )}
        >
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
