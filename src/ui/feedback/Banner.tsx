import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';

import { joinClasses } from '../layout/joinClasses.ts';

type BannerType = 'success' | 'info' | 'warning' | 'error';

interface BannerProps {
  type?: BannerType | undefined;
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

const looks: Record<BannerType, { icon: LucideIcon; className: string }> = {
  success: { icon: CircleCheck, className: 'bg-success-soft text-success' },
  info: { icon: Info, className: 'bg-info-soft text-info' },
  warning: { icon: TriangleAlert, className: 'bg-warning-soft text-warning' },
  error: { icon: CircleAlert, className: 'bg-danger-soft text-danger' },
};

/** A message in the page; an error interrupts a screen reader, the others wait their turn. */
export function Banner({ type = 'info', action, className, children }: BannerProps) {
  const { icon: Icon, className: colours } = looks[type];
  return (
    <div
      role={type === 'error' ? 'alert' : 'status'}
      className={joinClasses(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control px-4 py-3',
        colours,
        className,
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <div className="min-w-0 flex-1 basis-48 font-medium wrap-anywhere">{children}</div>
      {action}
    </div>
  );
}

interface SuccessBannerProps {
  message: string;
  action?: ReactNode;
  /** Called after 5 seconds; remove the message then. */
  onDone: () => void;
}

export function SuccessBanner({ message, action, onDone }: SuccessBannerProps) {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const timer = setTimeout(() => done(), 5000);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <Banner type="success" action={action}>
      {message}
    </Banner>
  );
}
