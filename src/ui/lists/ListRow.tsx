import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { joinClasses } from '../layout/joinClasses.ts';

/** What a row tells where there is no room for columns. */
export interface Summary {
  /** The page of the person or home; without one, the row leads nowhere. */
  to?: string | undefined;
  name: ReactNode;
  /** Where it is, or whose. */
  place: ReactNode;
  /** The one figure. */
  figure?: ReactNode;
  /** What stands below the figure. */
  note?: ReactNode;
  /** What has to be done here and now, below the row. */
  below?: ReactNode;
}

/** A dense row: name, place, the one figure, and a chevron, of which all leads to a page. */
export function ListRow({ summary, tick }: { summary: Summary; tick: ReactNode }) {
  const { to, name, place, figure, note, below } = summary;
  const content = (
    <>
      {/* Where the letters are large, the figure stands below the name instead of beside its first letters. */}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-2">
        <span className="min-w-0 flex-[1_1_7rem]">
          <span className="block leading-snug font-semibold wrap-anywhere">{name}</span>
          <span className="block text-sm wrap-anywhere text-muted">{place}</span>
        </span>
        {(Boolean(figure) || Boolean(note)) && (
          <span className="ml-auto max-w-full text-right leading-snug">
            <span className="block font-semibold tabular-nums">{figure}</span>
            <span className="block text-sm text-muted">{note}</span>
          </span>
        )}
      </span>
      {to && <ChevronRight aria-hidden className="size-[min(1.25rem,6vw)] shrink-0 text-muted" />}
    </>
  );
  const classes = 'flex min-h-16 min-w-0 grow items-center gap-[min(0.5rem,2vw)] py-2';
  return (
    <div className="pr-[min(0.75rem,3vw)] pl-[min(1rem,4vw)]">
      <div className="flex items-center">
        {tick}
        {to ? (
          <Link to={to} className={joinClasses(classes, '-outline-offset-2')}>
            {content}
          </Link>
        ) : (
          <div className={classes}>{content}</div>
        )}
      </div>
      {Boolean(below) && <div className="pb-3">{below}</div>}
    </div>
  );
}
