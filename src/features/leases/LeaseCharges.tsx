import { chargeName, type Lease, type LeaseCharge } from '../../../contract/leases/lease.ts';
import { monthName } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Money } from '../../ui/data/Money.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { AddCharge } from './AddCharge.tsx';
import { ChangeCharge } from './ChangeCharge.tsx';
import { ordinal, stateOf } from './leaseTexts.ts';

interface LeaseChargesProps {
  lease: Lease;
  /** Called after a change, with what is said of it. */
  onDone: (message: string) => void;
}

/** What a lease charges each month, with the rises of the past. */
export function LeaseCharges({ lease, onDone }: LeaseChargesProps) {
  const online = useOnline();
  const { address, open, close } = useDialogAddress();
  const asked = address.get('charge');
  const opened = lease.charges.find(({ id }) => String(id) === asked);
  const done = (message: string) => {
    close();
    onDone(message);
  };
  return (
    <section aria-labelledby="lease-charges" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="lease-charges" className="text-xl font-bold">
          Monthly charges
        </h2>
        {stateOf(lease) !== 'ended' && (
          <Button variant="secondary" disabled={!online} onClick={() => open({ charge: 'new' })}>
            + Add charge
          </Button>
        )}
      </div>
      <Table
        caption="Monthly charges"
        columns={columnsOf(online, ({ id }) => open({ charge: String(id) }))}
        rows={lease.charges}
        rowKey={({ id }) => id}
        empty={<p>This lease charges nothing by itself.</p>}
      />
      {asked === 'new' && <AddCharge lease={lease} onDone={done} onClose={close} />}
      {opened && <ChangeCharge lease={lease} charge={opened} onDone={done} onClose={close} />}
    </section>
  );
}

function columnsOf(online: boolean, onChange: (charge: LeaseCharge) => void): Column<LeaseCharge>[] {
  return [
    { key: 'charge', header: 'Charge', card: 'title', cell: (charge) => chargeName(charge) },
    {
      key: 'amount',
      header: 'A month',
      align: 'right',
      width: 'w-36',
      cell: ({ amount }) => <Money cents={toCents(amount)} />,
    },
    { key: 'due', header: 'Due', width: 'w-24', cell: ({ due_day }) => ordinal(due_day) },
    { key: 'months', header: 'Months', cell: (charge) => monthsText(charge) },
    {
      key: 'posted',
      header: 'Posted',
      cell: ({ posted_through }) =>
        posted_through === null ? (
          <span className="text-muted">Not yet</span>
        ) : (
          `Up to ${monthName(posted_through)}`
        ),
    },
    {
      key: 'actions',
      header: 'Actions',
      card: 'actions',
      width: 'w-32',
      cell: (charge) =>
        isOver(charge) ? (
          <span className="text-muted max-md:hidden">Ended</span>
        ) : (
          <Button
            variant="secondary"
            disabled={!online}
            aria-label={`Change ${chargeName(charge)} from ${monthName(charge.from_month)}`}
            onClick={() => onChange(charge)}
          >
            Change
          </Button>
        ),
    },
  ];
}

function isOver({ to_month, posted_through }: LeaseCharge): boolean {
  return to_month !== null && posted_through !== null && posted_through >= to_month;
}

/** "From May 2026", or with the last one where that is another. */
function monthsText({ from_month, to_month }: LeaseCharge): string {
  const first = monthName(from_month);
  if (to_month === null) return `From ${first}`;
  return to_month === from_month ? first : `${first} – ${monthName(to_month)}`;
}
