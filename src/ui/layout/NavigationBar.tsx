import { Menu as MenuIcon, X } from 'lucide-react';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type MouseEvent,
  type MouseEventHandler,
  type ReactNode,
} from 'react';
import { Link, useLocation } from 'react-router-dom';

import { useEscape } from '../keyboard/useEscape.ts';
import { joinClasses } from './joinClasses.ts';
import { Logo } from './Logo.tsx';
import { useMediaQuery } from './mediaQuery.ts';
import { menuEntry, WIDE } from './navigationEntry.ts';
import type { NavigationLink } from './navigationLink.ts';
import { PlaceLink } from './PlaceLink.tsx';
import { usePageMark } from './pageMark.ts';

/** A sheet of links, for the button elsewhere that opens it. */
export interface Menu {
  id: string;
  open: boolean;
  onToggle: MouseEventHandler<HTMLButtonElement>;
}

interface NavigationBarProps {
  /** The target of the logo's link. */
  home: string;
  links: NavigationLink[];
  /** A small link that is always in the bar, at its end. */
  beside?: ReactNode;
  /** A bar of main places at the bottom, with a button for the sheet of further ones. */
  drawBottomBar?: ((further: Menu) => ReactNode) | undefined;
  /** What that sheet has, as `<li>`. */
  further?: ReactNode;
  /** Further items of the menu, as `<li>`. */
  children?: ReactNode;
}

/** Covers the page between the bars. */
const sheet =
  'fixed inset-x-0 top-[calc(var(--header)+1px+env(safe-area-inset-top))] bottom-0 flex flex-col gap-1 overflow-y-auto overscroll-contain bg-paper pt-3 px-page pb-[calc(1rem+var(--foot))] motion-safe:animate-fade';
/** Its links, towards the thumb. */
const LOW = '*:first:mt-auto';

export function NavigationBar({ home, links, beside, drawBottomBar, further, children }: NavigationBarProps) {
  const menuId = useId();
  const furtherId = useId();
  const header = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // A sheet is open for one path only, so that navigating closes it. With the button that opened it.
  const [opened, setOpened] = useState<{ id: string; on: string; by: HTMLButtonElement }>();
  const wide = useMediaQuery(WIDE);
  const openId = opened?.on === key ? opened.id : undefined;
  const opener = openId ? opened?.by : undefined;
  const open = openId === menuId;
  usePageMark('locked', openId !== undefined && !wide);

  const toggle =
    (id: string) =>
    ({ currentTarget }: MouseEvent<HTMLButtonElement>): void =>
      setOpened(openId === id ? undefined : { id, on: key, by: currentTarget });

  useEscape(opener !== undefined, () => {
    setOpened(undefined);
    opener?.focus();
  });
  useEffect(() => {
    if (!opener) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    // Traps the focus, since the menu covers the page.
    header.current?.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !header.current?.contains(relatedTarget)) setOpened(undefined);
      },
      { signal },
    );
    return () => leaving.abort();
  }, [opener]);

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
          onClick={toggle(menuId)}
          className="-mr-2 grid size-11 place-items-center rounded-control lg:hidden enabled-hover:bg-sunken"
        >
          {open ? <X aria-hidden className="size-6" /> : <MenuIcon aria-hidden className="size-6" />}
        </button>
        {drawBottomBar?.({ id: furtherId, open: openId === furtherId, onToggle: toggle(furtherId) })}
        {drawBottomBar && (
          <ul
            id={furtherId}
            role="list"
            className={openId === furtherId ? joinClasses(sheet, LOW) : 'hidden'}
          >
            {openId === furtherId && further}
          </ul>
        )}
        <ul
          id={menuId}
          className={joinClasses(
            open ? sheet : 'hidden',
            drawBottomBar && LOW,
            'lg:static lg:flex lg:animate-none lg:flex-row lg:items-center lg:gap-0 lg:overflow-visible lg:p-0 xl:gap-0.5',
          )}
        >
          {/* What a phone does not show is not drawn: a start is quicker without. */}
          {(open || wide) && (
            <>
              {links.map((link) => (
                <li key={link.to}>
                  <PlaceLink
                    link={link}
                    className={(here) =>
                      joinClasses(menuEntry, here ? 'bg-accent-soft text-ink' : 'text-ink lg:text-muted')
                    }
                  >
                    {link.icon && (
                      <link.icon aria-hidden className="size-5 shrink-0 text-accent-ink lg:hidden" />
                    )}
                    {link.label}
                  </PlaceLink>
                </li>
              ))}
              {children}
            </>
          )}
        </ul>
        {wide && beside}
      </nav>
    </header>
  );
}
