import { useLayoutEffect, type RefObject } from 'react';

/**
 * While `nonModal`, reopens the modal dialog around the element as a non-modal one. The provider shows a bank's
 * question in an overlay at the end of the body, and everything outside a modal dialog is covered and inert
 * (https://github.com/stripe/stripe-js/issues/599).
 */
export function useNonModalDialog(inside: RefObject<HTMLElement | null>, nonModal: boolean): void {
  useLayoutEffect(() => {
    const dialog = inside.current?.closest('dialog');
    if (!nonModal || !dialog) return;
    // Without the animation of opening.
    dialog.classList.add('z-40', 'animate-none!', 'backdrop:animate-none!');
    reopen(dialog, () => dialog.show());
    return () => {
      if (dialog.isConnected) reopen(dialog, () => dialog.showModal());
    };
  }, [inside, nonModal]);
}

/** Closes and reopens the dialog, and keeps the focus in its field. */
function reopen(dialog: HTMLDialogElement, open: () => void): void {
  const focused = document.activeElement;
  dialog.close();
  open();
  if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus();
}
