import { Lock, LockOpen } from 'lucide-react';
import { addMonths, monthName } from '../../../contract/values/calendar.ts';
import type { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ChangeHistory, type ChangeLabels } from '../../subjects/audit/ChangeHistory.tsx';
import { Badge } from '../../ui/data/Badge.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';

interface ClosedMonthProps extends Pick<ReturnType<typeof useOnlineChange>, 'busy' | 'change'> {
  /** The one that is looked at. */
  month: string;
}

const labels: ChangeLabels = {
  month: { label: 'Closed up to', text: (month) => monthName(String(month)) },
};

/** Whether a month is closed, and the button that closes or reopens it. */
export function ClosedMonth(props: ClosedMonthProps) {
  const closing = useCachedQuery('readClosing', {});
  return (
    <Loaded
      query={closing}
      failed="Unable to load whether the month is closed"
      loading={<Loading cards={1} />}
    >
      {({ month }) => <Closing {...props} last={month} />}
    </Loaded>
  );
}

function Closing({ month, last, busy, change }: ClosedMonthProps & { last: string | null }) {
  const online = useOnline();
  const isClosed = last !== null && month <= last;
  const isOver = addMonths(month, 1) <= isoDay();
  const name = monthName(month);

  const reopen = () =>
    change({
      route: 'reopenMonth',
      input: { params: { month } },
      question: {
        text: `Reopen ${name}?\nEntries can be dated into it again${month === last ? '' : ', and into the months after it'}. It is recorded who reopened it.`,
        confirmLabel: 'Reopen',
      },
      done: `${name} is open again.`,
      failed: (reason) => `${name} could not be reopened: ${reason}`,
    });

  const close = () =>
    change({
      route: 'closeMonth',
      input: { params: { month } },
      question: {
        text: `Close ${name} and all months before it?\nNothing is dated into them any more; corrections are dated after them. You can reopen it.`,
        confirmLabel: 'Close',
      },
      done: `${name} is closed.`,
      failed: (reason) => `${name} could not be closed: ${reason}`,
    });

  return (
    <Card
      title="Closing"
      action={<Badge tone={isClosed ? 'success' : 'neutral'}>{isClosed ? 'Closed' : 'Open'}</Badge>}
    >
      <p className="text-muted">{textOf({ isClosed, isOver, name })}</p>
      {(isClosed || isOver) && (
        <Button
          variant="secondary"
          icon={isClosed ? LockOpen : Lock}
          busy={busy}
          disabled={!online}
          className="self-start"
          onClick={() => void (isClosed ? reopen() : close())}
        >
          {isClosed ? 'Reopen' : 'Close'} {name}
        </Button>
      )}
      <ChangeHistory
        title="Closed and reopened"
        subject="books"
        id={1}
        labels={labels}
        nameOf={() => 'months'}
      />
    </Card>
  );
}

function textOf({ isClosed, isOver, name }: { isClosed: boolean; isOver: boolean; name: string }): string {
  if (isClosed)
    return `Nothing is dated into ${name} or before it. Corrections are dated after it, and say so.`;
  if (isOver)
    return `Once it is closed, nothing is dated into ${name} any more, and its figures stay as they are.`;
  return `${name} can be closed once it is over.`;
}
