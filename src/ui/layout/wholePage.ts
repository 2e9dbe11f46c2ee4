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

/** What styles of the whole page depend on. */
type Mark = 'bottom-bar' | 'modal' | 'public';

const marked = new Map<Mark, number>();

/**
 * Marks the root of the page while its component is mounted, as `data-modal` for `modal`; counted as above. A `:has()` at the
 * root would need no mark, but the browser looks through the whole page for it at each change of anything.
 */
export function usePageMark(mark: Mark): void {
  useLayoutEffect(() => {
    const count = (more: 1 | -1) => {
      const many = (marked.get(mark) ?? 0) + more;
      marked.set(mark, many);
      document.documentElement.toggleAttribute(`data-${mark}`, many > 0);
    };
    count(1);
    return () => count(-1);
  }, [mark]);
}
