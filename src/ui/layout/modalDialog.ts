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
    const { signal } = listening;
    let pressedInside = false;

    dialog.addEventListener(
      'keydown',
      (event) => {
        // Taken here and not at "cancel", which browsers let a page refuse only once in a row.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        askToClose();
      },
      { signal },
    );
    dialog.addEventListener(
      'cancel',
      (event) => {
        // A file picker inside the dialog also says "cancel", and bubbles.
        if (event.target !== dialog) return;
        event.preventDefault();
        askToClose();
      },
      { signal },
    );
    dialog.addEventListener(
      'close',
      () => {
        // The browser insisted: stand again, and ask as always.
        if (dialog.open || !dialog.isConnected) return;
        dialog.showModal();
        askToClose();
      },
      { signal },
    );
    // Text selected by dragging out of the dialog ends in a click beside it, which is no wish to leave.
    dialog.addEventListener('pointerdown', (event) => (pressedInside = event.target !== dialog), { signal });
    dialog.addEventListener(
      'click',
      (event) => {
        if (event.target === dialog && !pressedInside) askToClose();
        pressedInside = false;
      },
      { signal },
    );

    dialog.showModal();
    focusFirst();
    return () => {
      listening.abort();
      dialog.close();
    };
  }, []);

  return ref;
}
