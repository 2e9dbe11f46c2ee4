import type { ReactNode } from 'react';
import { NavigationBar } from '../ui/layout/NavigationBar.tsx';
import { Page } from '../ui/layout/Page.tsx';
import { usePageMark } from '../ui/layout/pageMark.ts';

const LINKS = [
  { to: '/about', label: 'About' },
  { to: '/login', label: 'Login' },
];

/** The frame of the public pages, in the app and in the prerendered HTML. */
export function PublicFrame({ home, children }: { home?: string | undefined; children: ReactNode }) {
  const links = home ? [{ to: home, label: 'Dashboard' }] : LINKS;
  usePageMark('public');
  return <Page navigation={<NavigationBar home={home ?? '/'} links={links} />}>{children}</Page>;
}
