import type { LucideIcon } from 'lucide-react';

export interface NavigationLink {
  to: string;
  label: string;
  icon?: LucideIcon | undefined;
  /** The paths of the screens that it leads on to and that have no link, with what is below them. */
  above?: readonly string[] | undefined;
}

/** Further links, below a heading. */
export interface LinkGroup {
  heading: string;
  links: NavigationLink[];
}

/** Whether a path is a link's own, or of a screen below it that has no link. */
export function isHere({ to, above = [] }: NavigationLink, path: string): boolean {
  return path === to || above.some((screen) => path === screen || path.startsWith(`${screen}/`));
}
