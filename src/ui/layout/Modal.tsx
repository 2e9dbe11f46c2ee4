import { X } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';

import { joinClasses } from './joinClasses.ts';
import { useModalDialog } from './modalDialog.ts';

interface ModalProps {
  title: string;
  /** Called when the user closes the dialog; unmount it then. */
  onClose: () => void;
  /** Always in view below the scrolling content; a submit button here names its form by the `form` attribute. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large' | undefined;
  children: ReactNode;
}

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' };

/** A native modal dialog while it is rendered: a sheet at the bottom of a phone, a card in the middle elsewhere. */
export function Modal({ title, onClose, footer, size = 'medium', children }: ModalProps) {
  const titleId = useId();
  // The title gets the focus, so that no keyboard opens on a phone.
  const heading = useRef<HTMLHeadingElement>(null);
  const dialog = useModalDialog(onClose, heading);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={joinClasses(
        'fixed inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none flex-col overflow-hidden rounded-t-card bg-surface text-left font-normal whitespace-normal text-ink shadow-float backdrop:bg-scrim open:flex motion-safe:animate-rise motion-safe:backdrop:animate-fade',
        'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[86dvh] sm:rounded-card',
        widths[size],
      )}
    >
      <div className="flex shrink-0 items-center gap-3 border-b border-line py-2 pr-2 pl-[min(1.25rem,6.25vw)]">
        <h2
          id={titleId}
          ref={heading}
          tabIndex={-1}
          className="min-w-0 flex-1 text-lg font-bold outline-none"
        >
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="grid size-[44px] shrink-0 place-items-center rounded-control text-muted -outline-offset-2 enabled-hover:bg-sunken enabled-hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <div className="overflow-y-auto overscroll-contain px-[min(1.25rem,6.25vw)] pt-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        {children}
      </div>
      {Boolean(footer) && (
        <div className="flex shrink-0 flex-wrap justify-end gap-3 border-t border-line px-[min(1.25rem,6.25vw)] pt-3 pb-safe max-sm:*:grow max-sm:*:whitespace-nowrap">
          {footer}
        </div>
      )}
    </dialog>
  );
}
