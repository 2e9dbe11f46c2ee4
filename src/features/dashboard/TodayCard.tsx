import { CircleCheck } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { LONG_LATE_DAYS, MOST_TODAY_ROWS, type TodayGroup } from '../../../contract/today/today.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { lazyPart } from '../../browser/lazyPart.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { daysSince } from '../../subjects/today/dayWords.ts';
import { sumOf } from '../../subjects/today/todaySums.ts';
import type { RenewingProps } from '../../subjects/leases/renewing/Renewing.tsx';
import { Remind } from '../../subjects/reminders/Remind.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { joinClasses } from '../../ui/layout/joinClasses.ts';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import type { AssigningProps } from './assigning/Assigning.tsx';
import { TodayItem, type TodayItemProps } from './TodayItem.tsx';
import { KIND_TEXTS, subjectOf } from './todayTexts.ts';
import { useKeptForPages } from './useKeptForPages.ts';

const Assigning = lazyPart<AssigningProps>(() => import('./assigning/Assigning.tsx'));
const Renewing = lazyPart<RenewingProps>(() => import('../../subjects/leases/renewing/Renewing.tsx'));

/** How many rows of a kind are shown at first. */
const SHOWN = 2;

/** What management has to do, most urgent first, each with what is done about it. */
export function TodayCard() {
  const query = useCachedQuery('readToday', {});
  const { change, notice, forgetNotice, succeeded } = useOnlineChange();
  const online = useOnline();
  const dialog = useDialogAddress();
  const renewed = dialog.address.get('renew');
  const [assigning, setAssigning] = useState<Pick<AssigningProps, 'row' | 'title' | 'open'>>();
  // After what the screen itself shows.
  useKeptForPages(query.data !== undefined);
  return (
    <Card title="Today">
      <StickyNotice notice={notice} onDone={forgetNotice} />
      {/* Its row may leave with the answer, and what became of it is told still. */}
      {assigning && (
        <Suspense>
          <Assigning {...assigning} onClose={() => setAssigning({ ...assigning, open: false })} />
        </Suspense>
      )}
      {renewed !== null && (
        <Suspense>
          <Renewing
            lease={renewed}
            onDone={(message) => {
              dialog.close();
              void succeeded(message);
            }}
            onClose={dialog.close}
          />
        </Suspense>
      )}
      <Loaded query={query} failed="Unable to load what waits for you">
        {({ groups, hidden: hiddenRows }) => (
          <>
            {groups.map((group) => (
              <Group
                key={group.kind}
                group={group}
                change={change}
                onAssign={(row, title) => setAssigning({ row, title, open: true })}
                onRenew={(row) => dialog.open({ renew: String(subjectOf(row)) })}
              />
            ))}
            <Unsent nothingElse={groups.length === 0 && hiddenRows === 0} />
            {hiddenRows > 0 && (
              <Button
                variant="quiet"
                className="self-start"
                disabled={!online}
                onClick={() =>
                  void change({
                    ...{ route: 'showToday', input: {}, done: 'Everything is shown again.' },
                    failed: (reason) => `Nothing was changed: ${reason}`,
                  })
                }
              >
                {hiddenRows === 1 ? 'Show 1 that is hidden' : `Show ${hiddenRows} that are hidden`}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface GroupProps extends Pick<TodayItemProps, 'change' | 'onAssign' | 'onRenew'> {
  group: TodayGroup;
}

function Group({ group, ...actions }: GroupProps) {
  const { kind, rows, total } = group;
  const [open, setOpen] = useState(false);
  const rowList = useRef<HTMLUListElement>(null);
  const { heading, list } = KIND_TEXTS[kind];
  const sum = sumOf(group);
  const atFirst = sum === undefined ? SHOWN : 0;
  const shown = open ? rows : rows.slice(0, atFirst);
  const hidden = rows.length - shown.length;
  const headingId = `today-${kind}`;
  return (
    <section aria-labelledby={headingId}>
      <h3
        id={headingId}
        className={joinClasses('text-sm font-semibold', kind === 'emergency' ? 'text-danger' : 'text-muted')}
      >
        {heading} <span className="tabular-nums">({numberText(total)})</span>
      </h3>
      {sum !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3">
          <p className="font-semibold">{sum}</p>
          {/* They stand by the longest. */}
          {kind === 'late' && rows[0]?.day && daysSince(rows[0].day) > LONG_LATE_DAYS && <RemindLongLate />}
        </div>
      )}
      <ul ref={rowList} tabIndex={-1} role="list" className="divide-y divide-line outline-none">
        {shown.map((row) => (
          <TodayItem key={row.id} kind={kind} row={row} {...actions} />
        ))}
      </ul>
      {hidden > 0 ? (
        <button
          type="button"
          aria-label={`Show ${hidden}${atFirst === 0 ? '' : ' more'}: ${heading}`}
          onClick={() => {
            setOpen(true);
            // The button leaves with the focus.
            rowList.current?.focus({ preventScroll: true });
          }}
          className="min-h-11 font-semibold text-accent-ink underline"
        >
          Show {atFirst === 0 ? hidden : `${hidden} more`}
        </button>
      ) : (
        rows.length >= MOST_TODAY_ROWS && (
          <Link
            to={list}
            aria-label={`Show all: ${heading}`}
            className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline"
          >
            Show all
          </Link>
        )
      )}
    </section>
  );
}

/** Reminds at once all who are late for more than a few days. */
function RemindLongLate() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Remind all over {LONG_LATE_DAYS} days late
      </Button>
      {open && <Remind people={{ lateForMoreThan: LONG_LATE_DAYS }} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What waits on this device, which the server does not know; or that nothing waits at all. */
function Unsent({ nothingElse }: { nothingElse: boolean }) {
  const { items } = useUnsent();
  const count = items?.length ?? 0;
  if (count > 0) {
    return (
      <Link
        to="/outbox"
        className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline"
      >
        {count === 1 ? '1 change on this device is unsent' : `${count} changes on this device are unsent`}
      </Link>
    );
  }
  if (!nothingElse || items === undefined) return <></>;
  return (
    <p className="flex items-center gap-2">
      <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
      <span>Nothing waits for you today.</span>
    </p>
  );
}
