import { unitLabel } from '../../../contract/units/unit.ts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Meter } from '../../../contract/utilities/meters.ts';
import { ClockNotice } from '../../screens/ClockNotice.tsx';
import { HomeLink, HomeLinks } from '../../subjects/units/HomeLink.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { FilterBar } from '../../ui/data/FilterBar.tsx';
import { Modal } from '../../ui/layout/Modal.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay, Time } from '../../ui/data/Time.tsx';
import { BillList } from './BillList.tsx';
import { readingLines } from '../../subjects/utilities/meterTexts.ts';
import type { Plan } from './billPlan.ts';
import type { UnitToRead } from './walkingOrder.ts';

interface ReviewProps {
  plan: Plan;
  busy: boolean;
  onPost: () => void;
  /** Goes back to the field that a warning is about. */
  onLook: (unitId: number, meter: Meter | undefined, id: number | undefined) => void;
  onClose: () => void;
}

/** All bills before they are posted, with warnings and the units that are left out. */
export function Review({ plan, busy, onPost, onLook, onClose }: ReviewProps) {
  const { bills, cents, missing, worthless, rates } = plan;
  const [only, setOnly] = useState<'all' | 'warned'>('all');
  const warned = bills.filter(({ warnings }) => warnings.length > 0);
  const shown = only === 'warned' ? warned : bills;
  return (
    <Modal
      title="Review bills"
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            Back to readings
          </Button>
          <Button busy={busy} busyLabel="Creating Bills..." onClick={onPost}>
            {bills.length === 1 ? 'Post 1 Bill' : `Post ${bills.length} Bills`}
          </Button>
        </>
      }
    >
      <p>
        <Money cents={cents} className="text-2xl font-bold" />{' '}
        <span className="text-muted">
          in {bills.length === 1 ? '1 bill' : `${bills.length} bills`}, due <Time value={isoDay()} />
        </span>
      </p>
      <div className="mt-4 flex flex-col gap-3">
        <ClockNotice />
        {bills.some(({ unit }) => !unit.lastKnown) && (
          <Banner type="warning">
            The last readings are not on this device yet, so nothing here was compared with them.
          </Banner>
        )}
        <LeftOut label="No reading, so no bill" units={missing} />
        <LeftOut label="Nothing used, so no bill" units={worthless} />
        {warned.length > 0 && (
          <FilterBar
            label="Bills shown"
            value={only}
            onChange={setOnly}
            options={[
              { value: 'all', label: 'All', count: bills.length },
              { value: 'warned', label: 'Worth a second look', count: warned.length },
            ]}
          />
        )}
      </div>
      <BillList
        rates={rates}
        onLook={busy ? undefined : onLook}
        bills={shown.map(({ unit, used, price, warnings, home }) => ({
          ...{ unit_id: unit.unit_id, unit: unitLabel(unit) },
          ...{ user_id: unit.user_id, person: unit.person },
          ...{ used, cents: price.cents, warnings, tariffs: unit.tariffs },
          ...(home ? { readings: readingLines(unit.meters, home.readings) } : {}),
        }))}
      />
    </Modal>
  );
}

function LeftOut({ label, units }: { label: string; units: UnitToRead[] }) {
  const [only] = units;
  if (!only) return <></>;
  if (units.length === 1) {
    return (
      <Banner type="warning">
        {label}: <HomeLink unit={only.unit_id}>{unitLabel(only)}</HomeLink>
      </Banner>
    );
  }
  return (
    <Banner type="warning">
      <details className="group">
        <summary className="flex min-h-6 list-none items-center justify-between gap-2">
          {label}: {units.length} units
          <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
        </summary>
        <p className="mt-1 font-normal">
          <HomeLinks units={units} />
        </p>
      </details>
    </Banner>
  );
}
