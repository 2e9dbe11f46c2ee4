import { useLayoutEffect, type RefObject } from 'react';

/**
 * While `aside`, the modal dialog around the element stands without being modal. The provider shows a bank's
 * question in an overlay of its own at the end of the body, and whatever lies outside of a modal dialog is below
 * it and inert (https://github.com/stripe/stripe-js/issues/599).
 */
export function useStepAside(inside: RefObject<HTMLElement | null>, aside: boolean): void {
  useLayoutEffect(() => {
    const dialog = inside.current?.closest('dialog');
    if (!aside || !dialog) return;
    // It only changes how it stands, so it does not arrive once more.
    dialog.classList.add('z-40', 'animate-none!', 'backdrop:animate-none!');
    dialog.close();
    dialog.show();
    return () => {
      if (!dialog.isConnected) return;
      dialog.close();
      dialog.showModal();
    };
  }, [inside, aside]);
}
