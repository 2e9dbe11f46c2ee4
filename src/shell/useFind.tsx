import { Suspense, useLayoutEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '../browser/lazyPart.ts';
import { PartBoundary } from '../ui/feedback/PartBoundary.tsx';

const Find = lazyPart(() => import('../find/Find.tsx'));

/** Find, which is loaded when it is first opened: by `onFind`, Ctrl K or Cmd K, or "/" outside of fields. */
export function useFind(): { onFind: () => void; find: ReactNode } {
  const [open, setOpen] = useState<boolean>();
  const onFind = () => setOpen(true);
  // Before the button is painted, so that no press is lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // An open dialog goes first: what is written in it would be left.
      if (!isShortcut(event) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const find = open !== undefined && (
    <PartBoundary>
      <Suspense>
        <Find open={open} onClose={() => setOpen(false)} />
      </Suspense>
    </PartBoundary>
  );
  return { onFind, find };
}

function isShortcut({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey && !altKey;
  return key === '/' && !altKey && target instanceof Element && !target.closest('input,textarea,select,[contenteditable]'); // prettier-ignore
}
