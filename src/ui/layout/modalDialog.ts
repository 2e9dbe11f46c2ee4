import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

import { useScrollLock } from './scrollLock.ts';

/**
 * Opens a native <dialog> for as long as its component is there, with focus on `initialFocus`,
 * and calls `onAskToClose` on Escape, on the phone's back gesture and on a click beside it.
 * The browser gives focus back to the opener, as the dialog is closed before it leaves the page.
 */
export function useModalDialog(
  onAskToClose: () => void,
  initialFocus?: RefObject<HTMLElement | null>,
): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const askToClose = useEffectEvent(onAskToClose);
  const focusFirst = useEffectEvent(() => initialFocus?.current?.focus());

  useScrollLock(true);
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
      // Taken here and not at "cancel", which browsers let a page refuse only once in a row.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      askToClose();
    });
    on('cancel', (event) => {
      // A file picker inside the dialog also says "cancel", and bubbles.
      if (event.target !== dialog) return;
      event.preventDefault();
      askToClose();
    });
    on('close', () => {
      // The browser closed it all the same: it is opened again, and asks as always.
      if (dialog.open || !dialog.isConnected) return;
      dialog.showModal();
      askToClose();
    });
    // Text selected by dragging out of the dialog ends in a click beside it, which is no wish to leave.
    on('pointerdown', (event) => (pressedInside = event.target !== dialog));
    on('click', (event) => {
      if (event.target === dialog && !pressedInside) askToClose();
      pressedInside = false;
    });

    dialog.showModal();
    focusFirst();
    return () => {
      listening.abort();
      dialog.close();
    };
  }, []);

  return ref;
}
