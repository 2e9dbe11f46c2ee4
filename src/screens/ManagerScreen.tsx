import type { ReactNode } from 'react';
import { useOnline } from '../offline/hooks/useOnline.ts';
import { Banner } from '../ui/feedback/Banner.tsx';
import type { Notice } from '../ui/feedback/Notices.tsx';
import { StickyNotice } from '../ui/feedback/StickyNotice.tsx';
import { PageHeading } from '../ui/layout/PageHeading.tsx';

interface ManagerScreenProps {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  /** The text about what needs a connection and what works offline. */
  needs: string;
  /** The result of the last change. */
  notice: Notice | undefined;
  onNoticeDone: () => void;
  /** Whether what is printed has a heading of its own. */
  printsWithoutHeading?: boolean;
  children: ReactNode;
}

/** The frame of a manager's screen, which says offline what needs a connection. */
export function ManagerScreen({
  needs,
  notice,
  onNoticeDone,
  printsWithoutHeading = false,
  children,
  ...heading
}: ManagerScreenProps) {
  const online = useOnline();
  return (
    <>
      <div className={printsWithoutHeading ? 'print:hidden' : 'contents'}>
        <PageHeading {...heading} />
      </div>
      {!online && !notice?.unreached && (
        <Banner type="warning" className="mb-6">
          {needs}
        </Banner>
      )}
      <StickyNotice notice={notice} onDone={onNoticeDone} />
      {children}
    </>
  );
}
