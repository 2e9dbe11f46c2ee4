import { joinClasses } from '../layout/joinClasses.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const sunken = 'disabled:border-line disabled:bg-sunken';
const looks: Record<ButtonVariant, string> = {
  primary: `border-transparent bg-accent text-on-accent enabled-hover:bg-accent-hover ${sunken}`,
  secondary: `border-edge bg-surface text-ink enabled-hover:bg-sunken ${sunken}`,
  // Pale if disabled, since there is often one in every row.
  quiet: 'border-transparent text-accent-ink enabled-hover:bg-sunken',
  danger: `border-transparent bg-danger-fill text-on-danger enabled-hover:brightness-90 ${sunken}`,
};

/** The classes of a button, or of a link styled as one. */
export function buttonClasses(variant: ButtonVariant, className?: string): string {
  return joinClasses(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-4 py-2 text-center leading-tight font-semibold transition-colors select-none',
    'disabled:cursor-not-allowed disabled:text-muted',
    looks[variant],
    className,
  );
}
