import type { ReactNode } from 'react';
import { Loaded } from '../../screens/Loaded.tsx';
import type { CachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { joinClasses } from '../../ui/layout/joinClasses.ts';
import { CardLink } from './CardLink.tsx';

interface ListCardProps<T, Row> {
  title: string;
  /** The link to the whole list. */
  link: { to: string; label: string };
  query: Pick<CachedQuery<T>, 'data' | 'error' | 'refresh'>;
  failed: string;
  rowsOf: (loaded: T) => Row[];
  /** Shown if the list is empty. */
  empty: string;
  className?: string;
  children: (row: Row) => ReactNode;
  /** Below the list. */
  foot?: ReactNode;
}

/** The first items of a list, with a link to the whole list. */
export function ListCard<T, Row>(props: ListCardProps<T, Row>) {
  const { title, link, query, failed, rowsOf, empty, className, children, foot } = props;
  return (
    <Card title={title}>
      <Loaded query={query} failed={failed} loading={<LoadingLines />}>
        {(loaded) => {
          const rows = rowsOf(loaded);
          if (rows.length === 0) return <p className="text-muted">{empty}</p>;
          return (
            <ul role="list" className={joinClasses('divide-y divide-line', className)}>
              {rows.map(children)}
            </ul>
          );
        }}
      </Loaded>
      {foot}
      <CardLink to={link.to}>{link.label}</CardLink>
    </Card>
  );
}

/** Placeholder lines, so that the layout does not jump. */
function LoadingLines() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="text-muted">Loading...</p>
      <div aria-hidden className="h-4 w-4/5 rounded-full bg-sunken motion-safe:animate-breathe" />
      <div aria-hidden className="h-4 w-3/5 rounded-full bg-sunken motion-safe:animate-breathe" />
    </div>
  );
}
