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
      <span className="min-w-0 flex-[1_1_8rem]">
        <span className="block leading-snug font-semibold wrap-anywhere">{name}</span>
        <span className="block text-sm wrap-anywhere text-muted">{place}</span>
      </span>
      {(Boolean(figure) || Boolean(note)) && (
        <span className="max-w-[55%] shrink-0 text-right leading-snug">
          <span className="block font-semibold tabular-nums">{figure}</span>
          <span className="block text-sm text-muted">{note}</span>
        </span>
      )}
      {to && <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />}
    </>
  );
  const classes = 'flex min-h-16 min-w-0 grow items-center gap-2 py-2';
  return (
    <div className="pr-3 pl-4">
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
