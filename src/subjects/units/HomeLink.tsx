import type { ReactNode } from 'react';
import { TextLink } from '../../ui/layout/TextLink.tsx';

interface HomeLinkProps {
  /** The unit's id; without one there is no page to lead to. */
  unit: number | null | undefined;
  /** The unit's number, or how it is called. */
  children: ReactNode;
}

/** A unit's number that leads management to the page of the home. */
export function HomeLink({ unit, children }: HomeLinkProps) {
  return unit == null ? <>{children}</> : <TextLink to={`/admin/home/${unit}`}>{children}</TextLink>;
}
