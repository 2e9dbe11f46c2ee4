import type { ReactNode } from 'react';
import { TextLink } from '../../ui/layout/TextLink.tsx';

interface PropertyLinkProps {
  id: number;
  /** Whether no text stands beside it. */
  alone?: boolean;
  /** The property's name. */
  children: ReactNode;
}

/** A property's name that leads management to its page. */
export function PropertyLink({ id, ...link }: PropertyLinkProps) {
  return <TextLink to={`/admin/property/${id}`} {...link} />;
}
