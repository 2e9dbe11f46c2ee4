import { useLayoutEffect, type RefObject } from 'react';

/**
 * While `nonModal`, the modal dialog around the element stands without being modal. The provider shows a bank's
 * question in an overlay of its own at the end of the body, and whatever lies outside of a modal dialog is below
 * it and inert (https://github.com/stripe/stripe-js/issues/599).
 */
export function useNonModalDialog(inside: RefObject<HTMLElement | null>, nonModal: boolean): void {
  useLayoutEffect(() => {
    const dialog = inside.current?.closest('dialog');
    if (!nonModal || !dialog) return;
    // It is reopened in place, so it is not animated once more.
    dialog.classList.add('z-40', 'animate-none!', 'backdrop:animate-none!');
    reopen(dialog, () => dialog.show());
    return () => {
      if (dialog.isConnected) reopen(dialog, () => dialog.showModal());
    };
  }, [inside, nonModal]);
}

/** Closes and opens it again, which would move the focus from the field that someone is in. */
function reopen(dialog: HTMLDialogElement, open: () => void): void {
  const focused = document.activeElement;
  dialog.close();
  open();
  if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus();
}
