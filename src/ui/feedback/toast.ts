export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface Toast {
  id: number;
  type: ToastType;
  message: string;
  /** Milliseconds; 0 or less stays until closed. */
  duration: number;
}

/** What the stack of toasts gets, and the plain one where it could not be loaded. */
export interface ToastStackProps {
  toasts: Toast[];
  onGone: (id: number) => void;
}
