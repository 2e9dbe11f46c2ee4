import { DAY } from '../../../contract/values/calendar.ts';
import { CalendarClock, Pause, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ALL_LEASES } from '../../../contract/audit/audit.ts';
import type { Lease, LeaseCharge } from '../../../contract/leases/lease.ts';
import { chargesDue, type ScheduledCharge } from '../../../contract/leases/leaseSchedule.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { ChangeHistory } from '../../subjects/audit/ChangeHistory.tsx';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { scheduledName } from '../../subjects/leases/scheduledName.ts';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { isoDay, Time, timeText } from '../../ui/data/Time.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';

/** How far ahead it looks, in days: a month of any length. */
const AHEAD = 31;
/** Before each day. */
const FALLEN_DUE = '';

interface PostingProps {
  leases: readonly Lease[];
  /** When the server last answered them. */
  asOf: Date | undefined;
  /** Whether posting is paused for all; undefined while that is not known. */
  paused: boolean | undefined;
  busy: boolean;
  onPause: (paused: boolean) => void;
}

/** One charge that will be posted. */
type Planned = ScheduledCharge<LeaseCharge> & { lease: Lease };

interface PlannedDay {
  due_on: string;
  charges: Planned[];
  cents: number;
}

/** What is posted in the next weeks, by day, and the pause for all. */
export function Posting({ leases, asOf, paused, busy, onPause }: PostingProps) {
  const online = useOnline();
  const today = isoDay();
  const days = useMemo(() => plannedDays(leases, today), [leases, today]);
  const isOld = asOf !== undefined && isoDay(asOf) < today;
  const [opened, setOpened] = useState<string>();
  const openedDay = days.find(({ due_on }) => due_on === opened);
  return (
    <Card
      title="Next charges"
      action={
        paused !== undefined && (
          <Button
            variant="secondary"
            icon={paused ? Play : Pause}
            busy={busy}
            disabled={!online}
            onClick={() => onPause(!paused)}
          >
            {paused ? 'Go on posting' : 'Pause all'}
          </Button>
        )
      }
    >
      {paused && <Banner type="warning">Posting is paused: nothing is charged until you go on.</Banner>}
      {isOld && (
        <p className="text-muted">
          As of <Time value={asOf} format="dateTime" />. What was posted since is not on this device.
        </p>
      )}
      {days.length === 0 ? (
        <p className="text-muted">Nothing falls due in the next {AHEAD} days.</p>
      ) : (
        <ul role="list" className="-my-2 divide-y divide-line">
          {days.map(({ due_on, charges, cents }) => (
            <li key={due_on}>
              <button
                type="button"
                onClick={() => setOpened(due_on)}
                className="-mx-3 flex min-h-11 w-[calc(100%+1.5rem)] flex-wrap items-center gap-x-4 gap-y-1 rounded-control px-3 py-3 text-left -outline-offset-2 enabled-hover:bg-sunken"
              >
                <CalendarClock aria-hidden className="size-5 shrink-0 text-muted" />
                <span className="min-w-0 flex-[1_1_10rem]">
                  <span className="font-semibold">{inDays(due_on, today)}:</span> {countOf(charges)},{' '}
                  <Money cents={cents} className="font-semibold" />
                </span>
                {due_on !== FALLEN_DUE && <Time value={due_on} className="text-muted" />}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ChangeHistory title="Pauses" subject="lease" id={ALL_LEASES} labels={{}} nameOf={() => 'all leases'} />
      {openedDay && <DayModal day={openedDay} today={today} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

function DayModal({ day, today, onClose }: { day: PlannedDay; today: string; onClose: () => void }) {
  return (
    <Modal title={`${inDays(day.due_on, today)}: ${countOf(day.charges)}`} size="large" onClose={onClose}>
      <p className="mb-4 text-muted">
        Together {moneyText(day.cents)}, {dueText(day)}.
      </p>
      <Table
        caption="Charges of the day"
        columns={columns}
        rows={day.charges}
        rowKey={({ charge, month }) => `${charge.id} ${month}`}
        empty={<></>}
      />
    </Modal>
  );
}

const columns: Column<Planned>[] = [
  { key: 'unit', header: 'Unit', card: 'title', cell: ({ lease }) => unitLabel(lease) },
  {
    key: 'tenant',
    header: 'Billed',
    cell: ({ lease }) => lease.tenants.slice(0, 1).map(fullNameOf).join(''),
  },
  { key: 'charge', header: 'Charge', cell: (planned) => scheduledName(planned) },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    width: 'w-32',
    cell: ({ cents }) => <Money cents={cents} />,
  },
];

/** What the leases post up to some weeks from today, by day. What has fallen due and is not posted yet is one day. */
function plannedDays(leases: readonly Lease[], today: string): PlannedDay[] {
  const until = new Date(Date.parse(today) + AHEAD * DAY).toISOString().slice(0, 10);
  const days = new Map<string, PlannedDay>();
  for (const lease of leases) {
    if (lease.paused) continue;
    for (const charge of chargesDue(lease, until)) {
      const due_on = charge.due_on < today ? FALLEN_DUE : charge.due_on;
      const day = days.get(due_on) ?? { due_on, charges: [], cents: 0 };
      day.charges.push({ ...charge, lease });
      day.cents += charge.cents;
      days.set(due_on, day);
    }
  }
  return [...days.values()].sort((a, b) => (a.due_on < b.due_on ? -1 : 1));
}

function inDays(day: string, today: string): string {
  if (day === FALLEN_DUE) return 'Fallen due';
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY);
  if (days === 0) return 'Today';
  return days === 1 ? 'Tomorrow' : `In ${days} days`;
}

function dueText({ due_on }: PlannedDay): string {
  return due_on === FALLEN_DUE ? 'due before today and not posted' : `due ${timeText(due_on, 'long')}`;
}

function countOf(charges: readonly unknown[]): string {
  const count = numberText(charges.length);
  return charges.length === 1 ? '1 charge' : `${count} charges`;
}
