import type { NavigationLink } from './NavigationBar.tsx';

/** Whether a path is a link's own, or of a screen below it that has no link. */
export function isHere({ to, above = [] }: NavigationLink, path: string): boolean {
  return path === to || above.some((screen) => path === screen || path.startsWith(`${screen}/`));
}
