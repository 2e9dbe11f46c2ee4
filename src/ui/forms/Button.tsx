import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

import { buttonClasses, type ButtonVariant } from './buttonClasses.ts';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant | undefined;
  /** Disables the button and shows `busyLabel` instead of its label. */
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  icon?: LucideIcon | undefined;
}

export function Button({
  variant = 'primary',
  busy = false,
  busyLabel,
  icon: Icon,
  type = 'button',
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      disabled={(disabled ?? false) || busy}
      aria-busy={busy || undefined}
      className={buttonClasses(variant, className)}
      {...rest}
    >
      {Icon && <Icon aria-hidden className="size-5 shrink-0" />}
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}
