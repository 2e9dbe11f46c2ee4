import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { useEscape } from '../keyboard/useEscape.ts';
import { joinClasses } from './joinClasses.ts';
import { isHere, type LinkGroup, type NavigationLink } from './navigationLink.ts';
import { PlaceLink } from './PlaceLink.tsx';
import { menuEntry } from './navigationEntry.ts';

interface MoreMenuProps {
  groups: readonly LinkGroup[];
}

/** A button of the wide bar that opens a list of further links below it, in groups. */
export function MoreMenu({ groups }: MoreMenuProps) {
  const listId = useId();
  const item = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key, pathname } = useLocation();
  // Open for one path only, so that navigating closes it.
  const [openOn, setOpenOn] = useState<string>();
  const open = openOn === key;
  const here = groups.some(({ links }) => links.some((link) => isHere(link, pathname)));

  useEscape(open, () => {
    setOpenOn(undefined);
    button.current?.focus();
  });
  useEffect(() => {
    if (!open) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !item.current?.contains(target)) setOpenOn(undefined);
    };
    document.addEventListener('pointerdown', closeOutside, { signal });
    document.addEventListener('focusin', closeOutside, { signal });
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
          role="list"
          className={joinClasses(
            'absolute top-full right-0 z-40 mt-1 max-h-[calc(100dvh-5rem)] min-w-52 gap-x-4 gap-y-2 overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float motion-safe:animate-fade',
            groups.length > 2 && 'grid w-max grid-cols-[auto_auto]',
          )}
        >
          {/* The links go away with the list. */}
          <LinkGroups groups={groups} onChoose={() => button.current?.focus()} />
        </ul>
      )}
    </li>
  );
}

interface LinkGroupsProps {
  groups: readonly LinkGroup[];
  onChoose?: (() => void) | undefined;
}

/** Links below the headings of their groups, as items of a list. */
export function LinkGroups({ groups, onChoose }: LinkGroupsProps) {
  return groups.map((group) => <Group key={group.heading} group={group} onChoose={onChoose} />);
}

function Group({
  group: { heading, links },
  onChoose,
}: {
  group: LinkGroup;
  onChoose?: (() => void) | undefined;
}) {
  const headingId = useId();
  return (
    <li>
      <p id={headingId} className="px-3 pt-2 pb-0.5 text-sm font-semibold text-muted">
        {heading}
      </p>
      <ul role="list" aria-labelledby={headingId}>
        {links.map((link) => (
          <li key={link.to}>
            <Entry link={link} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function Entry({ link, onChoose }: { link: NavigationLink; onChoose?: (() => void) | undefined }) {
  return (
    <PlaceLink
      link={link}
      onClick={onChoose}
      className={(isMarked) =>
        joinClasses(
          'flex min-h-11 items-center gap-3 rounded-control px-3 font-semibold whitespace-nowrap -outline-offset-2 max-lg:min-h-13 max-lg:text-lg enabled-hover:bg-sunken',
          isMarked && 'bg-accent-soft',
        )
      }
    >
      {link.icon && <link.icon aria-hidden className="size-5 shrink-0 text-accent-ink" />}
      {link.label}
    </PlaceLink>
  );
}
