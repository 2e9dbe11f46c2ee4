import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { joinClasses } from './joinClasses.ts';
import { isHere, type NavigationLink } from './navigationLink.ts';
import { menuEntry } from './navigationEntry.ts';
import { PlaceLink } from './PlaceLink.tsx';

interface MoreMenuProps {
  links: NavigationLink[];
}

/** A button of the wide bar that opens a list of further links below it. */
export function MoreMenu({ links }: MoreMenuProps) {
  const listId = useId();
  const item = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key, pathname } = useLocation();
  // Open for one path only, so that navigating closes it.
  const [openOn, setOpenOn] = useState<string>();
  const open = openOn === key;
  const here = links.some((link) => isHere(link, pathname));

  useEffect(() => {
    if (!open) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !item.current?.contains(target)) setOpenOn(undefined);
    };
    document.addEventListener('pointerdown', closeOutside, { signal });
    document.addEventListener('focusin', closeOutside, { signal });
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        setOpenOn(undefined);
        button.current?.focus();
      },
      { signal },
    );
    return () => leaving.abort();
  }, [open]);

  return (
    <li ref={item} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpenOn(open ? undefined : key)}
        className={joinClasses(menuEntry, 'lg:gap-1', here ? 'bg-accent-soft text-ink' : 'text-muted')}
      >
        More
        <ChevronDown
          aria-hidden
          className={joinClasses('size-4 shrink-0 transition-transform', open && 'rotate-180')}
        />
      </button>
      {open && (
        <ul
          id={listId}
          className="absolute top-full right-0 z-40 mt-1 min-w-52 rounded-card border border-line bg-surface p-1.5 shadow-float motion-safe:animate-fade"
        >
          {links.map((link) => (
            <li key={link.to}>
              <PlaceLink
                link={link}
                // The link goes away with the list.
                onClick={() => button.current?.focus()}
                className={(isMarked) =>
                  joinClasses(
                    'flex min-h-11 items-center gap-3 rounded-control px-3 font-semibold whitespace-nowrap -outline-offset-2 enabled-hover:bg-sunken',
                    isMarked && 'bg-accent-soft',
                  )
                }
              >
                {link.icon && <link.icon aria-hidden className="size-5 shrink-0 text-accent-ink" />}
                {link.label}
              </PlaceLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
