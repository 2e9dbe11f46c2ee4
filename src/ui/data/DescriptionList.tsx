import type { ReactNode } from 'react';

import { joinClasses } from '../layout/joinClasses.ts';

interface DescriptionListProps {
  items: {
    label: string;
    value: ReactNode;
    /** Whether the value is marked as changed. */
    highlight?: boolean | undefined;
  }[];
}

export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className="@container divide-y divide-line">
      {items.map(({ label, value, highlight }) => (
        <div
          key={label}
          className={joinClasses(
            'grid grid-cols-1 gap-x-4 py-2.5 first:pt-0 last:pb-0 @min-[13rem]:grid-cols-[minmax(5.5rem,30%)_1fr]',
            highlight && '-mx-3 rounded-control bg-accent-soft px-3 first:pt-3 last:pb-3',
          )}
        >
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
