import { ChevronDown } from 'lucide-react';
import { toCents } from '../../../contract/values/money.ts';
import { METERS } from '../../../contract/utilities/meters.ts';
import { tariffsOf } from '../../../contract/utilities/tariffs.ts';
import type { OutboxItem } from '../../offline/engine/database.ts';
import { stateOf } from '../../offline/engine/outbox/itemState.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { moneyText } from '../../ui/data/Money.tsx';
import { timeText } from '../../ui/data/Time.tsx';
import { BillConflict } from './BillConflict.tsx';
import { BillList, type ListedBill } from './BillList.tsx';
import type { Bills } from './useBills.ts';

interface WaitingBillsProps {
  item: OutboxItem<'createUtilityBills'>;
  bills: Bills;
  /** Whether the outbox linked to it. */
  open: boolean;
}

/** The unsent or refused bills of one posting. */
export function WaitingBills({ item, bills, open }: WaitingBillsProps) {
  const listed = listedOf(item);
  const { rates } = item.shown;
  const total = listed.reduce((sum, { cents }) => sum + cents, 0);
  const count = listed.length === 1 ? '1 bill' : `${listed.length} bills`;
  const state = stateOf(item, bills.sending);
  return (
    <Card
      as="article"
      level={2}
      {...(item.refusal ? { tone: 'danger' as const } : {})}
      title={`${count}, ${moneyText(total)}`}
      action={<Badge tone={item.refusal ? 'danger' : 'info'}>{state}</Badge>}
    >
      <p className="text-sm text-muted">Entered {timeText(item.capturedAt, 'dateTime')}</p>
      {item.refusal ? (
        <BillConflict key={item.refusal.failure.code} item={item} bills={bills} />
      ) : (
        <>
          {item.reason && <p className="text-muted">{item.reason}</p>}
          <div>
            <Button variant="secondary" onClick={() => void bills.withdraw(item)}>
              Withdraw
            </Button>
          </div>
        </>
      )}
      <details open={open} className="group">
        <summary className="flex min-h-11 list-none items-center gap-2 font-semibold text-accent-ink">
          <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
          Look at {listed.length === 1 ? 'the bill' : 'the bills'}
        </summary>
        <BillList bills={listed} rates={rates} />
      </details>
    </Card>
  );
}

/** The entries of an unsent posting, with their units and tenants. */
function listedOf(item: OutboxItem<'createUtilityBills'>): ListedBill[] {
  const { bills, tariffs = [] } = item.shown;
  const shown = new Map(bills.map((bill) => [bill.user_id, bill]));
  return item.input.body.flatMap((entry) => {
    const bill = shown.get(entry.user_id);
    if (!bill) return [];
    const cents = METERS.reduce((sum, meter) => sum + toCents(entry[`${meter}_cost`]), 0);
    return [
      {
        unit_id: bill.unit_id,
        unit: bill.unit,
        user_id: bill.user_id,
        person: bill.person,
        used: entry,
        cents,
        tariffs: tariffsOf(tariffs, bill.property_id),
      },
    ];
  });
}
