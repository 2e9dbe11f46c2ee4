import { Ellipsis, Search } from 'lucide-react';

import { joinClasses } from './joinClasses.ts';
import type { Menu } from './NavigationBar.tsx';
import type { NavigationLink } from './navigationLink.ts';
import { usePageMark } from './pageMark.ts';
import { PlaceLink } from './PlaceLink.tsx';

interface BottomBarProps {
  places: NavigationLink[];
  /** The sheet of further links, which More opens. */
  more: Menu;
  onFind?: (() => void) | undefined;
}

/** In large text the labels alone, on as many lines as they need, so that none is cut off. */
const entry =
  'group flex min-h-[44px] w-full flex-col items-center justify-center rounded-control px-0.5 py-1 text-[0.6875rem] leading-4 font-semibold -outline-offset-2 @min-[19rem]:min-h-14 @min-[19rem]:text-[0.625rem] @min-[24rem]:text-[0.6875rem]';

/** The person's main places, within reach of the thumb. */
export function BottomBar({ places, more, onFind }: BottomBarProps) {
  usePageMark('bottom-bar');
  return (
    <div className="@container fixed inset-x-0 bottom-0 z-10 border-t border-line bg-paper pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]">
      <ul role="list" className="mx-auto flex max-w-xl flex-wrap @min-[19rem]:flex-nowrap">
        {places.map((link) => (
          <li key={link.to} className="grow @min-[19rem]:basis-0">
            <PlaceLink
              link={link}
              className={(here) =>
                joinClasses(entry, here ? 'text-ink' : 'text-muted enabled-hover:text-ink')
              }
            >
              {link.icon && <EntryIcon icon={link.icon} />}
              {link.label}
            </PlaceLink>
          </li>
        ))}
        {onFind && (
          <li className="grow @min-[19rem]:basis-0">
            <button
              type="button"
              onClick={onFind}
              className={joinClasses(entry, 'text-muted enabled-hover:text-ink')}
            >
              <EntryIcon icon={Search} />
              Find
            </button>
          </li>
        )}
        <li className="grow @min-[19rem]:basis-0">
          <button
            type="button"
            aria-expanded={more.open}
            aria-controls={more.id}
            onClick={more.onToggle}
            className={joinClasses(entry, more.open ? 'text-ink' : 'text-muted enabled-hover:text-ink')}
          >
            <EntryIcon icon={Ellipsis} />
            More
          </button>
        </li>
      </ul>
    </div>
  );
}

function EntryIcon({ icon: Icon }: { icon: NonNullable<NavigationLink['icon']> }) {
  return (
    <span className="hidden rounded-full px-0.5 py-0.5 group-aria-expanded:bg-sunken group-aria-[current]:bg-accent-soft @min-[19rem]:block @min-[22rem]:px-2 @min-[26rem]:px-3.5">
      <Icon aria-hidden className="size-5.5 group-aria-[current]:text-accent-ink" />
    </span>
  );
}
