import { useLayoutEffect, type RefObject } from 'react';

/**
 * While `aside`, the modal dialog around the element stands without being modal. The provider shows a bank's
 * question in an overlay of its own at the end of the body, and whatever lies outside of a modal dialog is below
 * it and inert (https://github.com/stripe/stripe-js/issues/599).
 */
export function useNonModalDialog(inside: RefObject<HTMLElement | null>, aside: boolean): void {
  useLayoutEffect(() => {
    const dialog = inside.current?.closest('dialog');
    if (!aside || !dialog) return;
    // It only changes how it stands, so it does not arrive once more.
    dialog.classList.add('z-40', 'animate-none!', 'backdrop:animate-none!');
    standAnew(dialog, () => dialog.show());
    return () => {
      if (dialog.isConnected) standAnew(dialog, () => dialog.showModal());
    };
  }, [inside, aside]);
}

/** Closes and opens it again, which would move the focus from the field that someone is in. */
function standAnew(dialog: HTMLDialogElement, open: () => void): void {
  const focused = document.activeElement;
  dialog.close();
  open();
  if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus();
}
