import { ChevronRight, CloudOff, History, Send, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { joinClasses } from '../layout/joinClasses.ts';
import { momentText } from '../data/Time.tsx';

interface OfflineBarProps {
  state: 'online' | 'offline';
  /** When the shown data was fetched, where it is old. */
  asOf?: Date | undefined;
  /** Why it is old although there is a connection. */
  failure?: string | undefined;
  waiting: number;
  needsAttention: number;
  /** The path of the outbox. */
  to: string;
}

/** A bar at the foot of the page. `Page` reserves its space, so that the layout does not jump. */
export function OfflineBar({ state, asOf, failure, waiting, needsAttention, to }: OfflineBarProps) {
  const offline = state === 'offline';
  const unsent = waiting + needsAttention > 0;
  const old = !offline && asOf !== undefined && failure !== undefined;
  const visible = offline || old || unsent;
  const status = (
    <>
      {offline && (
        <StatusItem icon={CloudOff}>
          Offline
          {asOf && ` – saved ${momentText(asOf)}`}
        </StatusItem>
      )}
      {old && (
        <StatusItem icon={History} highlighted>
          As of {momentText(asOf)}: {failure}
        </StatusItem>
      )}
      {waiting > 0 && <StatusItem icon={Send}>{waiting} unsent</StatusItem>}
      {needsAttention > 0 && (
        <StatusItem icon={TriangleAlert} highlighted>
          {needsAttention} {needsAttention === 1 ? 'needs' : 'need'} attention
        </StatusItem>
      )}
    </>
  );
  const barClasses =
    'pointer-events-auto flex min-h-11 max-w-full items-center gap-x-5 rounded-control border border-night-line bg-night py-2 pr-3 pl-4 text-sm font-semibold text-on-night shadow-float motion-safe:animate-rise';
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(0.75rem+var(--foot))] z-20 flex justify-center px-4 print:hidden"
    >
      {visible &&
        (unsent ? (
          <Link to={to} className={joinClasses(barClasses, 'enabled-hover:bg-night-line')}>
            <span className="flex flex-wrap gap-x-5 gap-y-1">{status}</span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-on-night-muted" />
          </Link>
        ) : (
          <p className={barClasses}>{status}</p>
        ))}
    </div>
  );
}

function StatusItem({
  icon: Icon,
  highlighted = false,
  children,
}: {
  icon: LucideIcon;
  highlighted?: boolean;
  children: ReactNode;
}) {
  return (
    <span className="flex items-center gap-2">
      <Icon
        aria-hidden
        className={joinClasses('size-4 shrink-0', highlighted ? 'text-accent' : 'text-on-night-muted')}
      />
      <span>{children}</span>
    </span>
  );
}
