import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Closes on Escape what is unfolded in place, as a menu is. Dialogs, which are above it, take the key for themselves.
 * @param close closes it, and gives the focus back to what unfolded it
 */
export function useEscape(open: boolean, close: () => void): void {
  const onEscape = useEffectEvent(close);
  // A layout effect, since Escape can be pressed before other effects run.
  useLayoutEffect(() => {
    if (!open) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
