import { loadPart } from '../../browser/loadPart.ts';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Toast, ToastStackProps, ToastType } from './toast.ts';

export type ToastRequest = Pick<Toast, 'message'> & Partial<Omit<Toast, 'id' | 'message'>>;

interface Toasts {
  success: (message: string) => void;
  error: (message: string) => void;
  show: (toast: ToastRequest) => void;
  /** Removes the toasts of this type. */
  dismiss: (type: ToastType) => void;
}

const durations: Record<ToastType, number> = { success: 5000, info: 5000, warning: 6000, error: 7000 };
const ToastContext = createContext<Toasts | null>(null);
let lastId = 0;

/** Holds the toasts. Their component is loaded with the first one, to keep the first screen small. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const [Stack, setStack] = useState<(props: ToastStackProps) => ReactNode>();
  const waiting = toasts.length > 0 && !Stack;

  useEffect(() => {
    if (!waiting) return;
    loadPart(() => import('./ToastStack.tsx')).then(
      (loaded) => setStack(() => loaded.ToastStack),
      () => setStack(() => PlainStack),
    );
  }, [waiting]);

  const show = useCallback(({ message, type = 'info', duration = durations[type] }: ToastRequest) => {
    lastId += 1;
    const toast = { id: lastId, type, message, duration };
    setToasts((shown) => [...shown, toast]);
  }, []);
  const removeToast = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id));
  const say = useMemo<Toasts>(
    () => ({
      show,
      dismiss: (type) => setToasts((shown) => shown.filter((toast) => toast.type !== type)),
      success: (message) => show({ message, type: 'success' }),
      error: (message) => show({ message, type: 'error' }),
    }),
    [show],
  );

  return (
    <ToastContext value={say}>
      {children}
      {Stack && <Stack toasts={toasts} onGone={removeToast} />}
    </ToastContext>
  );
}

/** Shows toasts if the component could not be loaded. */
function PlainStack({ toasts, onGone }: ToastStackProps) {
  return (
    <div role="status" className="fixed inset-x-4 bottom-[calc(5rem+var(--foot))] z-40 flex flex-col gap-2">
      {toasts.map(({ id, message }) => (
        <button
          key={id}
          type="button"
          onClick={() => onGone(id)}
          className="rounded-control bg-night p-4 wrap-anywhere text-on-night"
        >
          {message}
        </button>
      ))}
    </div>
  );
}

export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToast needs a ToastProvider above it.');
  return toasts;
}
