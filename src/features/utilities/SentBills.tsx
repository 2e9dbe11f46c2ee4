import { useLiveQuery } from 'dexie-react-hooks';
import { useDevice } from '../../offline/engine/device.ts';
import { readSentBills } from '../../offline/subjects/bills.ts';
import { HomeLinks } from '../../subjects/units/HomeLink.tsx';
import { momentText } from '../../ui/data/Time.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import type { UnitToRead } from './walkingOrder.ts';

/** Says which bills this device sent in the last day, also those that were queued when it was last looked at. */
export function SentBills({ units }: { units: readonly UnitToRead[] }) {
  const { userId } = useDevice();
  const sent = useLiveQuery(() => readSentBills(userId), [userId]);
  if (!sent?.length) return <></>;
  const known = new Map(units.map((unit) => [unit.unit_id, unit]));
  return (
    <Card level={2} title="Sent from this device">
      <ul role="list" className="flex flex-col gap-2">
        {sent.map(({ id, at, unitIds }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-semibold">
              {unitIds.length === 1 ? '1 bill' : `${unitIds.length} bills`}, {momentText(at)}:
            </span>{' '}
            <HomeLinks units={unitIds.flatMap((unitId) => known.get(unitId) ?? [])} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
