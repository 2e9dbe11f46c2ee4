import { useLayoutEffect } from 'react';

let holders = 0;

/** Prevents the page from scrolling while `locked`; counted, since dialogs may be stacked. */
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
