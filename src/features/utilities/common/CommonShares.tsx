import type { CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import type { CommonCost } from '../../../../contract/utilities/commonShares.ts';
import { partText, type Kept } from '../../../../contract/utilities/commonShares.ts';
import { lineText, usageText } from '../../../../contract/utilities/billPrice.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { useOnlineChange } from '../../../forms/useOnlineChange.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { meterName, usageOfKind } from '../../../subjects/utilities/meterTexts.ts';
import { HomeLink } from '../../../subjects/units/HomeLink.tsx';
import { PersonName } from '../../../subjects/users/PersonLink.tsx';
import { Money } from '../../../ui/data/Money.tsx';
import { Time } from '../../../ui/data/Time.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Modal } from '../../../ui/layout/Modal.tsx';

interface CommonSharesProps {
  meter: CommonMeter;
  reading: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

const KEPT_TEXTS: Record<Kept, string> = {
  vacant: 'vacant, so it stays with the property',
  moved_in: 'moved in meanwhile, so it stays with the property',
  none: 'nothing to bill',
};

/** What a reading of a common meter costs and each home's share of it, before it is billed. */
export function CommonShares({ meter, reading, onDone, onClose }: CommonSharesProps) {
  const params = { id: String(meter.id), reading };
  const query = useCachedQuery('readCommonCost', { params });
  const online = useOnline();
  const { notice, forgetNotice, change } = useOnlineChange();
  const billed = query.data?.shares.filter(({ kept }) => kept === null) ?? [];
  const post = async ({ shares }: CommonCost) =>
    change({
      route: 'billCommonReading',
      input: { params, body: { shares: shares.map(({ unit_id, amount }) => ({ unit_id, amount })) } },
      done: () => {
        onDone('The shares were billed.');
        return 'The shares were billed.';
      },
      failed: (reason) => `The shares could not be billed: ${reason}`,
    });
  return (
    <Modal
      title={`Shares of ${meterName(meter)}`}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Back
          </Button>
          <Button
            disabled={!online || billed.length === 0}
            onClick={() => void (query.data && post(query.data))}
          >
            {billed.length === 1 ? 'Bill 1 Home' : `Bill ${billed.length} Homes`}
          </Button>
        </>
      }
    >
      <StickyNotice notice={notice} onDone={forgetNotice} />
      <Loaded query={query} failed="Unable to load the shares" loading={<Loading cards={1} />}>
        {(cost) => <Shares cost={cost} kind={meter.kind} />}
      </Loaded>
    </Modal>
  );
}

function Shares({ cost, kind }: { cost: CommonCost; kind: CommonMeter['kind'] }) {
  const { usage, from_on, to_on, working, counted = [], shared_by, all, shares } = cost;
  return (
    <div className="flex flex-col gap-4 wrap-anywhere tabular-nums">
      <p>
        <Money cents={toCents(cost.cost)} className="text-2xl font-bold" />{' '}
        <span className="text-muted">
          for {usageOfKind(kind, usage)}, <Time value={from_on} /> to <Time value={to_on} />
        </span>
      </p>
      {counted.length > 1 && (
        <ul role="list" aria-label="Counted" className="text-sm text-muted">
          {counted.map(({ serial_number, from, to }) => (
            <li key={serial_number}>
              {serial_number}: {usageText(from)} to {usageText(to)}
            </li>
          ))}
        </ul>
      )}
      <ul role="list" className="text-sm text-muted">
        {working.map((line) => (
          <li
            key={`${line.part} ${line.rate ?? ''} ${line.quantity ?? ''}`}
            className="flex flex-wrap gap-x-3"
          >
            <span>{lineText(line)}</span>
            <Money cents={toCents(line.amount)} className="ml-auto" />
          </li>
        ))}
      </ul>
      <ul role="list" className="divide-y divide-line">
        {shares.map(({ unit_id, unit_number, user_id, person, weight, amount, kept }) => (
          <li key={unit_id} className="flex flex-wrap items-baseline gap-x-3 py-2">
            <span>
              <span className="font-semibold">
                <HomeLink unit={unit_id}>Unit {unit_number}</HomeLink>
              </span>
              {person && (
                <>
                  , <PersonName id={user_id}>{person}</PersonName>
                </>
              )}
              <span className="block text-sm text-muted">
                {partText(shared_by, weight, all)}
                {kept && `: ${KEPT_TEXTS[kept]}`}
              </span>
            </span>
            <Money cents={toCents(amount)} className="ml-auto" />
          </li>
        ))}
      </ul>
    </div>
  );
}
