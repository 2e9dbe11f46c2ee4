import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

import { buttonClasses, type ButtonVariant } from './buttonClasses.ts';

interface ButtonLinkProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant | undefined;
  icon?: LucideIcon | undefined;
}

/** A link to another screen, styled as a button. */
export function ButtonLink({
  variant = 'primary',
  icon: Icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link className={buttonClasses(variant, className)} {...rest}>
      {Icon && <Icon aria-hidden className="size-5 shrink-0" />}
      {children}
    </Link>
  );
}
