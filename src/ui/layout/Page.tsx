import type { ReactNode } from 'react';

interface PageProps {
  /** The navigation bar, placed between the skip link and the content. */
  navigation?: ReactNode;
  children: ReactNode;
}

/** The frame of a screen: skip link, navigation and content, with space for the offline bar. */
export function Page({ navigation, children }: PageProps) {
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-control bg-night px-4 py-3 font-semibold text-on-night focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      {navigation}
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-5xl pt-6 px-page pb-[calc(5.5rem+var(--foot))] outline-none md:pt-10"
      >
        {children}
      </main>
    </>
  );
}
