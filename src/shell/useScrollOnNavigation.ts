import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** How long a place is held while its screen grows, in milliseconds. */
const PATIENCE = 2_000;

/**
 * Shows a screen that is opened from its top, and one that is gone back to where it was left. The browser alone restores
 * the place before the rows of a list are there. What only changes the query, such as a dialog, does not scroll.
 */
export function useScrollOnNavigation(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const places = useRef(new Map<string, number>());
  const shown = useRef({ key, pathname });
  /** The place that is still held: a scroll meanwhile is not the person's. */
  const wanted = useRef<number>(undefined);

  useEffect(() => {
    const remember = () => {
      if (wanted.current === undefined) places.current.set(shown.current.key, window.scrollY);
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  useLayoutEffect(() => {
    const left = shown.current;
    shown.current = { key, pathname };
    // A dialog in the address has its screen's place.
    if (left.pathname === pathname) {
      if (left.key !== key) places.current.set(key, window.scrollY);
      return;
    }
    const place = (type === NavigationType.Pop && places.current.get(key)) || 0;
    window.scrollTo(0, place);
    if (place === 0) return;
    wanted.current = place;
    const stop = new AbortController();
    // Also once it is reached: what is added above it would move it.
    const growing = new ResizeObserver(() => window.scrollTo(0, place));
    const patience = setTimeout(() => stop.abort(), PATIENCE);
    stop.signal.addEventListener('abort', () => {
      growing.disconnect();
      clearTimeout(patience);
      wanted.current = undefined;
    });
    // The person scrolls.
    for (const name of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
      window.addEventListener(name, () => stop.abort(), { passive: true, signal: stop.signal });
    }
    growing.observe(document.documentElement);
    return () => stop.abort();
  }, [key, pathname, type]);
}
