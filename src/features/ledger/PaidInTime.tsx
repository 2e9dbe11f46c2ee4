import { feesPaidInTime } from '../../../contract/leases/lateFeesInTime.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { dayOf } from '../../subjects/ledger/ledgerOrder.ts';
import { sumText } from './waiveFees.ts';

interface PaidInTimeProps {
  /** A whole ledger. */
  entries: readonly Transaction[];
  busy: boolean;
  onWaive: (fees: Transaction[]) => void;
}

/** Offers to waive late fees whose rent was paid in time, as was recorded later; nothing where there are none. */
export function PaidInTime({ entries, busy, onWaive }: PaidInTimeProps) {
  const online = useOnline();
  const fees = feesPaidInTime(entries, dayOf);
  if (fees.length === 0) return <></>;
  return (
    <Banner type="warning">
      <div className="flex flex-wrap items-center gap-3">
        <p className="grow basis-56">
          {fees.map(({ description }) => description).join(', ')}: the rent was paid in time, which was
          recorded after the fee.
        </p>
        <Button variant="secondary" busy={busy} disabled={!online} onClick={() => onWaive(fees)}>
          Waive {sumText(fees)}
        </Button>
      </div>
    </Banner>
  );
}
