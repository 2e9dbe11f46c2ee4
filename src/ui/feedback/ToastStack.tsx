import * as RadixToast from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { joinClasses } from '../layout/joinClasses.ts';
import type { Toast, ToastStackProps, ToastType } from './toast.ts';

const looks: Record<ToastType, { icon: LucideIcon; word: string; className: string }> = {
  success: { icon: CircleCheck, word: 'Success', className: 'text-success' },
  error: { icon: CircleAlert, word: 'Error', className: 'text-danger' },
  warning: { icon: TriangleAlert, word: 'Warning', className: 'text-warning' },
  info: { icon: Info, word: 'Information', className: 'text-info' },
};

export function ToastStack({ toasts, onGone }: ToastStackProps) {
  const viewport = useRef<HTMLOListElement>(null);
  const last = toasts.at(-1)?.id;

  // A popover, shown again when a dialog opens, so that it is above that dialog.
  useEffect(() => {
    const list = viewport.current;
    if (!list || !('showPopover' in list)) return;
    const shown = list.matches(':popover-open');
    const stale = last === undefined || document.querySelector('dialog:modal') !== null;
    if (shown && stale) list.hidePopover();
    if (last !== undefined && (!shown || stale)) list.showPopover();
  }, [last]);

  return (
    <RadixToast.Provider label="Notification" swipeDirection="right">
      {toasts.map((toast) => (
        <Card key={toast.id} toast={toast} onGone={onGone} />
      ))}
      <RadixToast.Viewport
        ref={viewport}
        popover="manual"
        className="fixed inset-auto right-4 bottom-(--under-toasts) left-4 z-40 m-0 w-auto flex-col gap-2 overflow-visible border-0 bg-transparent p-0 text-ink md:top-20 md:bottom-auto md:left-auto md:w-96 print:hidden [&:popover-open]:flex"
      />
    </RadixToast.Provider>
  );
}

function Card({ toast, onGone }: { toast: Toast; onGone: (id: number) => void }) {
  const { icon: Icon, word, className } = looks[toast.type];
  return (
    <RadixToast.Root
      type={toast.type === 'error' || toast.type === 'warning' ? 'foreground' : 'background'}
      duration={toast.duration > 0 ? toast.duration : Infinity}
      onOpenChange={(open) => {
        if (!open) onGone(toast.id);
      }}
      className="flex items-start gap-[min(0.75rem,2.5vw)] rounded-control border border-line bg-surface py-1.5 pr-[min(0.375rem,2vw)] pl-[min(1rem,3.75vw)] shadow-float data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) motion-safe:animate-rise"
    >
      <Icon
        role="img"
        aria-label={word}
        className={joinClasses('mt-3 size-[min(1.25rem,6.25vw)] shrink-0', className)}
      />
      <RadixToast.Description className="min-w-0 flex-1 py-2.5 leading-snug font-medium wrap-anywhere">
        {toast.message}
      </RadixToast.Description>
      <RadixToast.Close
        aria-label="Close notification"
        className="grid size-[44px] shrink-0 place-items-center rounded-control text-muted -outline-offset-2 enabled-hover:bg-sunken enabled-hover:text-ink"
      >
        <X aria-hidden className="size-5" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
