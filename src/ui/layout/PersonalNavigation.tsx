import { LogOut, Search } from 'lucide-react';
import type { ReactNode } from 'react';

import { BottomBar } from './BottomBar.tsx';
import { joinClasses } from './joinClasses.ts';
import { useMediaQuery } from './mediaQuery.ts';
import { LinkGroups, MoreMenu } from './MoreMenu.tsx';
import { NavigationBar } from './NavigationBar.tsx';
import type { LinkGroup, NavigationLink } from './navigationLink.ts';
import { menuEntry, WIDE } from './navigationEntry.ts';

interface PersonalNavigationProps {
  /** The target of the logo's link. */
  home: string;
  links: NavigationLink[];
  /** The paths among the links that an upright phone shows in a bar at the bottom, in this order. */
  mainPlaces?: readonly string[] | undefined;
  /** Further links: under More, or in the menu where there is no More. */
  more?: readonly LinkGroup[] | undefined;
  /** A small link that is always in the bar, at its end. */
  beside?: ReactNode;
  /** Opens Find, by a button in the bar at the bottom, or else in the one at the top. */
  onFind?: (() => void) | undefined;
  onLogout: () => void;
}

/** An upright phone, while its keyboard is closed. Elsewhere a bar would take too much of the height. */
const UPRIGHT_PHONE = '(max-width: 47.99rem) and (max-aspect-ratio: 3/4)';

/** The navigation of somebody who is signed in. Apart from the bar, so that the login screen loads no more than that. */
export function PersonalNavigation({
  home,
  links,
  mainPlaces = [],
  more = [],
  beside,
  onFind,
  onLogout,
}: PersonalNavigationProps) {
  const wide = useMediaQuery(WIDE);
  const upright = useMediaQuery(UPRIGHT_PHONE);
  const places = upright && !wide ? mainPlaces.flatMap((path) => links.filter(({ to }) => to === path)) : [];
  const withBar = places.length > 0;
  // Each link is on the page once, so that its name stays unique.
  const menuLinks = links.filter((link) => !places.includes(link));

  return (
    <NavigationBar
      home={home}
      links={menuLinks}
      beside={
        <>
          {onFind && !withBar && <FindButton onFind={onFind} />}
          {beside}
        </>
      }
      drawBottomBar={withBar ? (further) => <BottomBar {...{ places, more: further, onFind }} /> : undefined}
      further={<LinkGroups groups={more} />}
    >
      {wide && more.length > 0 && <MoreMenu groups={more} />}
      {!wide && !withBar && <LinkGroups groups={more} />}
      <li className="max-lg:mt-2 max-lg:border-t max-lg:border-line max-lg:pt-2">
        <button type="button" onClick={onLogout} className={joinClasses(menuEntry, 'text-ink lg:text-muted')}>
          <LogOut aria-hidden className="size-5 shrink-0 text-muted lg:hidden" />
          Logout
        </button>
      </li>
    </NavigationBar>
  );
}

function FindButton({ onFind }: { onFind: () => void }) {
  return (
    <button
      type="button"
      aria-label="Find"
      title="Find (Ctrl K)"
      onClick={onFind}
      className="grid size-11 shrink-0 place-items-center rounded-control text-ink lg:text-muted enabled-hover:bg-sunken enabled-hover:text-ink"
    >
      <Search aria-hidden className="size-6" />
    </button>
  );
}
