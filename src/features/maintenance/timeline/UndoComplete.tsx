import { useEffect, useEffectEvent } from 'react';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/forms/Button.tsx';

/** How long marking complete can be undone, in milliseconds. */
const UNDO_TIME = 10_000;

interface UndoCompleteProps {
  onUndo: () => void;
  onDone: () => void;
}

/** Offers to take back what was marked complete a moment ago; remount it for another one. */
export function UndoComplete({ onUndo, onDone }: UndoCompleteProps) {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const timer = setTimeout(() => done(), UNDO_TIME);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Banner
      className="mb-6"
      action={
        <Button variant="secondary" onClick={onUndo}>
          Undo
        </Button>
      }
    >
      Marked by mistake?
    </Banner>
  );
}
