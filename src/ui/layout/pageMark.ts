import { useLayoutEffect } from 'react';

const holders: Record<string, number> = {};

/**
 * Marks the root of the page with `data-…` while its component is mounted and `on`, for the styles of the whole page; counted, since
 * dialogs may be stacked. A `:has()` at the root would need no mark, but the browser looks through the whole page for it at each
 * change of anything.
 */
export function usePageMark(mark: 'bottom-bar' | 'locked' | 'modal' | 'public', on = true): void {
  useLayoutEffect(() => {
    if (!on) return;
    const hold = (more: number) => {
      const count = (holders[mark] = (holders[mark] ?? 0) + more);
      document.documentElement.toggleAttribute(`data-${mark}`, count > 0);
    };
    hold(1);
    return () => hold(-1);
  }, [mark, on]);
}
