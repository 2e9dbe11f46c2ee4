import { useLayoutEffect } from 'react';

let holders = 0;

/** Keeps the page behind from scrolling while `locked`; counted, since a question may open over a dialog. */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return;
    holders += 1;
    document.body.style.overflow = 'hidden';
    return () => {
      holders -= 1;
      if (holders === 0) document.body.style.overflow = '';
    };
  }, [locked]);
}
