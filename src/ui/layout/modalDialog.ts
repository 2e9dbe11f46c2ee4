import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

import { usePageMark } from './pageMark.ts';

/**
 * Opens a native <dialog> while its component is mounted, with the focus on `initialFocus`. Calls `onAskToClose` on
 * Escape, the back gesture and a click beside it. The dialog is closed before it is removed, so that the browser
 * restores the focus; where what had it is gone, the screen's content gets it.
 */
export function useModalDialog(
  onAskToClose: () => void,
  initialFocus?: RefObject<HTMLElement | null>,
): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const askToClose = useEffectEvent(onAskToClose);
  const focusFirst = useEffectEvent(() => initialFocus?.current?.focus());

  usePageMark('modal');
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const listening = new AbortController();
    let pressedInside = false;
    const on = <N extends keyof HTMLElementEventMap>(
      name: N,
      listen: (event: HTMLElementEventMap[N]) => void,
    ) => dialog.addEventListener(name, listen, listening);

    on('keydown', (event) => {
      // Handled on keydown, since browsers let a page prevent only one "cancel" in a row.
      // While a character is composed, Escape takes back that one alone.
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      askToClose();
    });
    on('cancel', (event) => {
      // The "cancel" event of a file picker inside the dialog bubbles.
      if (event.target !== dialog) return;
      event.preventDefault();
      askToClose();
    });
    on('close', () => {
      // The browser closed it anyway: it is reopened and asks.
      if (dialog.open || !dialog.isConnected) return;
      dialog.showModal();
      askToClose();
    });
    // Selecting text by dragging out of the dialog ends in a click beside it, which must not close it.
    on('pointerdown', (event) => (pressedInside = event.target !== dialog));
    on('click', (event) => {
      if (event.target === dialog && !pressedInside) askToClose();
      pressedInside = false;
    });

    dialog.showModal();
    focusFirst();
    // Effects run from the inside out: a dialog within, of the same render, was opened first and is covered.
    for (const inner of dialog.querySelectorAll('dialog')) {
      inner.close();
      inner.showModal();
      inner.querySelector('h2')?.focus();
    }
    return () => {
      listening.abort();
      dialog.close();
      // What had the focus before may leave the page in the same render.
      queueMicrotask(focusContentIfLost);
    };
  }, []);

  return ref;
}

/** Focuses the dialog below, or the screen's content, where nothing has the focus. */
function focusContentIfLost(): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body) return;
  const below = [...document.querySelectorAll('dialog[open]')].at(-1);
  const target = below ? below.querySelector('h2') : document.getElementById('content');
  target?.focus({ preventScroll: true });
}
