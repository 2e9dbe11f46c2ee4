import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface FocusKeepingItemProps {
  /** Which it is among all items of the page. */
  item: string;
  children: ReactNode;
}

/** The item that left the page with the focus, and the text of its control, while React draws where it went. */
let left: { item: string; text: string } | undefined;

/**
 * An item of a list that keeps the focus where it moves to another part of the list, in which React makes another
 * element of it: as when somebody else completes the request whose button has the focus.
 */
export function FocusKeepingItem({ item, children }: FocusKeepingItemProps) {
  const ref = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    if (left?.item === item && document.activeElement === document.body) {
      const controls = [...element.querySelectorAll<HTMLElement>('a[href], button, input')];
      // A menu that was open there is closed here.
      (controls.find(({ textContent }) => textContent === left?.text) ?? controls.at(-1))?.focus();
    }
    return () => {
      const { activeElement } = document;
      if (!activeElement || !element.contains(activeElement)) return;
      left = { item, text: activeElement.textContent };
      // React draws all of the change before this.
      queueMicrotask(() => (left = undefined));
    };
  }, [item]);
  return <li ref={ref}>{children}</li>;
}
