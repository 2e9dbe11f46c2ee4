import { useEffect, useRef } from 'react';

import { Notices, type Notice } from './Notices.tsx';

interface StickyNoticeProps {
  notice: Notice | undefined;
  onDone: () => void;
}

/**
 * What became of a change, in sight wherever the page is scrolled to. It takes the focus that was lost, as where the
 * button that was pressed has left with its row; where that is still there, it keeps it.
 */
export function StickyNotice({ notice, onDone }: StickyNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  // At every drawing, as the row may leave after the notice came.
  useEffect(() => {
    if (notice && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  });
  return (
    <div ref={place} tabIndex={-1} className="sticky top-16 z-10 rounded-control outline-none lg:top-18">
      <Notices notice={notice} onDone={onDone} />
    </div>
  );
}
