import { numberText } from '../../../../contract/values/numberText.ts';
import { memo, useId, useState, type Key, type ReactNode } from 'react';
import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import { Button } from '../../../ui/forms/Button.tsx';
import { FocusKeepingItem } from '../../../ui/lists/FocusKeepingItem.tsx';
import { RequestCard } from '../RequestCard.tsx';
import type { ListedRequestProps } from './listedRequest.ts';

interface RequestCardsProps {
  requests: readonly OptimisticRequest[];
  sending: string | undefined;
  /** Draws each as a dense row, which tells where it is and who reported it; without it, each is a card. */
  row: ((props: ListedRequestProps) => ReactNode) | undefined;
  /** Whether those that are completed have a part of their own. */
  completedApart: boolean;
  /** Which are ticked, and what ticks one, the same function each time; residents tick none. */
  ticks: ReadonlySet<Key>;
  onTick: ((key: string, on: boolean) => void) | undefined;
  /** Opens what the address says; the same function each time. */
  open: (address: { request: string }) => void;
}

/** So many are drawn at first, and again each time that more are asked for. */
const STEP = 100;

/** The requests that are listed. */
export const RequestCards = memo(function RequestCards({
  requests,
  completedApart,
  ...props
}: RequestCardsProps) {
  const headingId = useId();
  if (!completedApart) return <Cards {...props} requests={requests} />;
  const pending = requests.filter(({ completed }) => !completed);
  const completed = requests.filter((each) => each.completed);
  return (
    <div className="flex flex-col gap-10">
      {pending.length > 0 && <Cards {...props} requests={pending} />}
      {completed.length > 0 && (
        <section aria-labelledby={headingId} className="flex flex-col gap-4">
          <h2 id={headingId} className="text-xl font-bold">
            Completed requests
          </h2>
          <Cards {...props} requests={completed} />
        </section>
      )}
    </div>
  );
});

function Cards({
  requests,
  sending,
  row: Row,
  ticks,
  onTick,
  open,
}: Omit<RequestCardsProps, 'completedApart'>) {
  const [most, setMost] = useState(STEP);
  const rest = requests.length - most;
  const Listed = Row ?? RequestCard;
  return (
    <div className="flex flex-col items-center gap-6">
      <ul
        role="list"
        className={
          Row
            ? 'w-full divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card'
            : 'grid w-full grid-cols-1 gap-4 md:grid-cols-2 md:gap-6'
        }
      >
        {requests.slice(0, most).map((each) => (
          <FocusKeepingItem key={each.key} item={each.key}>
            <Listed
              listed={each}
              sending={sending}
              ticked={ticks.has(each.key)}
              onTick={onTick && ((on) => onTick(each.key, on))}
              onOpen={() => open({ request: each.key })}
            />
          </FocusKeepingItem>
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="secondary" onClick={() => setMost(most + STEP)}>
          {`Show ${Math.min(STEP, rest)} more of ${numberText(requests.length)}`}
        </Button>
      )}
    </div>
  );
}
