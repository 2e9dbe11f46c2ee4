import { LogOut, Menu, X, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';

import { BottomBar } from './BottomBar.tsx';
import { joinClasses } from './joinClasses.ts';
import { Logo } from './Logo.tsx';
import { useMediaQuery } from './mediaQuery.ts';
import { MoreMenu } from './MoreMenu.tsx';
import { useScrollLock } from './scrollLock.ts';

export interface NavigationLink {
  to: string;
  label: string;
  icon?: LucideIcon | undefined;
}

interface NavigationBarProps {
  /** The target of the logo's link. */
  home: string;
  links: NavigationLink[];
  /** The paths among the links that an upright phone shows in a bar at the bottom, in this order. */
  mainPlaces?: readonly string[] | undefined;
  /** Links that the menu of an upright phone has below the others, and a wide screen under More. */
  moreLinks?: NavigationLink[] | undefined;
  /** A small link that is always in the bar, at its end. */
  beside?: ReactNode;
  onLogout?: (() => void) | undefined;
}

/** An upright phone, while its keyboard is closed. Elsewhere a bar would take too much of the height. */
const UPRIGHT_PHONE = '(max-width: 47.99rem) and (max-aspect-ratio: 3/4)';

const entry =
  'flex min-h-13 w-full items-center gap-3 rounded-control px-3 text-lg font-semibold whitespace-nowrap -outline-offset-2 enabled-hover:bg-sunken enabled-hover:text-ink lg:min-h-11 lg:px-1 lg:text-sm xl:px-2.5 xl:text-[0.9375rem]';

export function NavigationBar({
  home,
  links,
  mainPlaces = [],
  moreLinks = [],
  beside,
  onLogout,
}: NavigationBarProps) {
  const menuId = useId();
  const header = useRef<HTMLElement>(null);
  /** The button that opened the menu. */
  const opener = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  // The menu is open for one path only, so that navigating closes it.
  const [openOn, setOpenOn] = useState<string>();
  const wide = useMediaQuery('(min-width: 64rem)');
  const open = openOn === key;
  useScrollLock(open && !wide);
  const upright = useMediaQuery(UPRIGHT_PHONE);
  const places = upright && !wide ? mainPlaces.flatMap((path) => links.filter(({ to }) => to === path)) : [];
  const withBar = places.length > 0;
  // Each link is on the page once, so that its name stays unique.
  const menuLinks = withBar ? [...links.filter((link) => !places.includes(link)), ...moreLinks] : links;

  function toggleMenu({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    opener.current = currentTarget;
    setOpenOn(open ? undefined : key);
  }

  useEffect(() => {
    if (!open) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        setOpenOn(undefined);
        opener.current?.focus();
      },
      { signal },
    );
    // Traps the focus, since the menu covers the page.
    header.current?.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !header.current?.contains(relatedTarget)) setOpenOn(undefined);
      },
      { signal },
    );
    return () => leaving.abort();
  }, [open]);

  return (
    <header
      ref={header}
      className="sticky top-0 z-30 border-b border-line bg-paper pt-[env(safe-area-inset-top)] print:hidden"
    >
      <nav
        aria-label="Main"
        className="mx-auto flex h-(--header) max-w-7xl items-center gap-2 px-page lg:h-16"
      >
        <Link
          to={home}
          className="mr-auto -ml-1 flex min-h-11 min-w-0 items-center rounded-control px-1 lg:max-w-28 xl:max-w-52"
        >
          <Logo />
        </Link>
        {!wide && beside}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={menuId}
          aria-label={open ? 'Close menu' : 'Open menu'}
          onClick={toggleMenu}
          className="-mr-2 grid size-11 place-items-center rounded-control lg:hidden enabled-hover:bg-sunken"
        >
          {open ? <X aria-hidden className="size-6" /> : <Menu aria-hidden className="size-6" />}
        </button>
        {withBar && <BottomBar places={places} menuId={menuId} open={open} onMore={toggleMenu} />}
        <ul
          id={menuId}
          className={joinClasses(
            open
              ? 'fixed inset-x-0 top-[calc(var(--header)+1px+env(safe-area-inset-top))] bottom-0 flex flex-col gap-1 overflow-y-auto overscroll-contain bg-paper pt-3 px-page pb-[calc(1rem+var(--foot))] motion-safe:animate-fade'
              : 'hidden',
            // Towards the thumb.
            withBar && '*:first:mt-auto',
            'lg:static lg:flex lg:animate-none lg:flex-row lg:items-center lg:gap-0 lg:overflow-visible lg:p-0 xl:gap-0.5',
          )}
        >
          {menuLinks.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                className={({ isActive }) =>
                  joinClasses(entry, isActive ? 'bg-accent-soft text-ink' : 'text-ink lg:text-muted')
                }
              >
                {Icon && <Icon aria-hidden className="size-5 shrink-0 text-accent-ink lg:hidden" />}
                {label}
              </NavLink>
            </li>
          ))}
          {wide && moreLinks.length > 0 && <MoreMenu links={moreLinks} className={entry} />}
          {onLogout && (
            <li className="max-lg:mt-2 max-lg:border-t max-lg:border-line max-lg:pt-2">
              <button
                type="button"
                onClick={onLogout}
                className={joinClasses(entry, 'text-ink lg:text-muted')}
              >
                <LogOut aria-hidden className="size-5 shrink-0 text-muted lg:hidden" />
                Logout
              </button>
            </li>
          )}
        </ul>
        {wide && beside}
      </nav>
    </header>
  );
}
