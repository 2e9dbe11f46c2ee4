import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** How long a screen that is gone back to may take to show the link, in milliseconds. */
const PATIENCE = 5_000;

interface Opener {
  href: string | null;
  name: string | null;
}

const openerOf = (link: Element): Opener => ({
  href: link.getAttribute('href'),
  name: link.getAttribute('aria-label') ?? link.textContent,
});

/** Gives the focus back, where a screen is gone back to, to the link of it that led away; also where a dialog was closed there. */
export function FocusOnReturn() {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const openers = useRef(new Map<string, Opener>());
  const shown = useRef(pathname);

  // From the first frame on, in which a link may be pressed already.
  useLayoutEffect(() => {
    const remember = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a[href]') : null;
      if (link?.closest('main')) openers.current.set(key, openerOf(link));
      else if (link) openers.current.delete(key);
    };
    document.addEventListener('click', remember, { capture: true });
    return () => document.removeEventListener('click', remember, { capture: true });
  }, [key]);

  useEffect(() => {
    const before = shown.current;
    shown.current = pathname;
    const opener = openers.current.get(key);
    if (type !== NavigationType.Pop || !opener || before === pathname) return;
    const stop = new AbortController();
    const look = () => {
      const { activeElement, body } = document;
      // A dialog of the address, one that is just closing, or a field of the screen has it.
      if (activeElement && activeElement !== body && activeElement.id !== 'content') return;
      const link = [...document.querySelectorAll<HTMLElement>('main a[href]')].find((each) => {
        const { href, name } = openerOf(each);
        return href === opener.href && name === opener.name;
      });
      // It is looked for on: the screen may be drawn once more, with another link in its place.
      link?.focus({ preventScroll: true });
    };
    const arriving = new MutationObserver(look);
    const patience = setTimeout(() => stop.abort(), PATIENCE);
    stop.signal.addEventListener('abort', () => {
      arriving.disconnect();
      clearTimeout(patience);
    });
    // The person goes on elsewhere.
    for (const name of ['keydown', 'pointerdown']) {
      window.addEventListener(name, () => stop.abort(), { passive: true, signal: stop.signal });
    }
    arriving.observe(document.body, { childList: true, subtree: true });
    look();
    return () => stop.abort();
  }, [key, pathname, type]);

  return <></>;
}
