import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { isHere, type NavigationLink } from './navigationLink.ts';

interface PlaceLinkProps {
  link: NavigationLink;
  className: (here: boolean) => string;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

/** A link of the navigation, which is marked on its page and on the screens below it. */
export function PlaceLink({ link, className, onClick, children }: PlaceLinkProps) {
  const { pathname } = useLocation();
  const here = isHere(link, pathname);
  return (
    <Link
      to={link.to}
      aria-current={pathname === link.to ? 'page' : here || undefined}
      onClick={onClick}
      className={className(here)}
    >
      {children}
    </Link>
  );
}
