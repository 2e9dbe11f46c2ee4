import { useEffect, useRef } from 'react';

import { Notices, type Notice } from './Notices.tsx';

interface OutcomeProps {
  notice: Notice | undefined;
  onDone: () => void;
}

/** What became of a change, in sight wherever the page is scrolled to; it takes focus, since the button that was
 * pressed may have left with its row. */
export function Outcome({ notice, onDone }: OutcomeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) place.current?.focus({ preventScroll: true });
  }, [notice]);
  return (
    <div ref={place} tabIndex={-1} className="sticky top-16 z-10 rounded-control outline-none lg:top-18">
      <Notices notice={notice} onDone={onDone} />
    </div>
  );
}
