import { useEffect, useRef } from 'react';

import { Notices, type Notice } from './Notices.tsx';

interface StickyNoticeProps {
  notice: Notice | undefined;
  onDone: () => void;
}

/**
 * The result of a change, visible wherever the page is scrolled. It takes the focus if the pressed button was removed,
 * for example with its row.
 */
export function StickyNotice({ notice, onDone }: StickyNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  // At each render, since the row may be removed after the notice is shown.
  useEffect(() => {
    if (notice && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="sticky top-[calc(0.5rem+var(--header))] z-10 rounded-control outline-none lg:top-18"
    >
      <Notices notice={notice} onDone={onDone} />
    </div>
  );
}
