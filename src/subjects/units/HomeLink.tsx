import type { ReactNode } from 'react';
import { TextLink } from '../../ui/layout/TextLink.tsx';

interface HomeLinkProps {
  /** The unit's id; without one there is no page to lead to. */
  unit: number | null | undefined;
  /** Whether no text stands beside it. */
  alone?: boolean;
  /** The unit's number, or how it is called. */
  children: ReactNode;
}

/** A unit's number that leads management to the page of the home. */
export function HomeLink({ unit, ...link }: HomeLinkProps) {
  return unit == null ? <>{link.children}</> : <TextLink to={`/admin/home/${unit}`} {...link} />;
}
