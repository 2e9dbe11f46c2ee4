import { usageText } from '../../../../contract/utilities/billPrice.ts';
import type { CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import { SHARED_BY_LABELS } from '../../../../contract/utilities/commonShares.ts';
import { useQueuedNotice } from '../../../forms/useQueuedNotice.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { useOutbox } from '../../../offline/subjects/useOutbox.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { lastText, meterName } from '../../../subjects/utilities/meterTexts.ts';
import { Time } from '../../../ui/data/Time.tsx';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { CommonMeterForm } from './CommonMeterForm.tsx';
import { CommonShares } from './CommonShares.tsx';
import { CorrectCommonReading } from './CorrectCommonReading.tsx';
import { ReadCommonMeter } from './ReadCommonMeter.tsx';

/** The meters that homes share: read here, and billed once their shares were seen. */
export function CommonMeters() {
  const query = useCachedQuery('listCommonMeters', {});
  const online = useOnline();
  const { address, open, close } = useDialogAddress();
  const { notice, setNotice, follow } = useQueuedNotice();
  const { items = [], submit } = useOutbox();
  const done = (message: string) => {
    close();
    setNotice({ type: 'success', message });
    void query.refresh();
  };
  return (
    <Card
      title="Common meters"
      action={
        <Button variant="secondary" disabled={!online} onClick={() => open({ common: 'new' })}>
          Add Common Meter
        </Button>
      }
    >
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      <Loaded query={query} failed="Unable to load the common meters" loading={<Loading cards={1} />}>
        {(all) => {
          const named = (name: string) => all.find(({ id }) => String(id) === address.get(name));
          const [changed, read] = [named('common'), named('read-common')];
          const reading = address.get('shares');
          const withReading = (reading: string | null) =>
            all.find(({ readings }) => readings.some(({ id }) => String(id) === reading));
          const shared = withReading(reading);
          const corrected = withReading(address.get('correct-common'));
          const wrong = corrected?.readings.find(({ id }) => String(id) === address.get('correct-common'));
          return (
            <>
              {all.length === 0 && (
                <p className="text-muted">No common meters. Each home is billed for its own usage.</p>
              )}
              <ul role="list" className="divide-y divide-line">
                {all.map((meter) => (
                  <Row
                    key={meter.id}
                    {...{ meter, online, onOpen: open }}
                    unsent={items.flatMap((item) =>
                      item.route === 'readCommonMeter' && item.input.params.id === String(meter.id)
                        ? [item]
                        : [],
                    )}
                  />
                ))}
              </ul>
              {(address.get('common') === 'new' || changed) && (
                <CommonMeterForm meter={changed} onDone={done} onClose={close} />
              )}
              {read && (
                <ReadCommonMeter
                  meter={read}
                  onSubmit={async (change) => {
                    const id = await submit(change);
                    close();
                    void follow(id, { sent: 'The reading was saved.', refused: (reason) => reason });
                  }}
                  onClose={close}
                />
              )}
              {corrected && wrong && (
                <CorrectCommonReading meter={corrected} reading={wrong} onDone={done} onClose={close} />
              )}
              {shared && reading && (
                <CommonShares meter={shared} reading={reading} onDone={done} onClose={close} />
              )}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

interface RowProps {
  meter: CommonMeter;
  online: boolean;
  onOpen: (params: Record<string, string>) => void;
  /** Its readings that are not sent. */
  unsent: OutboxItem<'readCommonMeter'>[];
}

function Row({ meter, online, onOpen, unsent }: RowProps) {
  const { id, property_name, place, shared_by, unit_ids, readings } = meter;
  const name = `${meterName(meter)}, ${property_name}`;
  const [last] = readings;
  const homes = unit_ids.length === 1 ? '1 home' : `${unit_ids.length} homes`;
  const listed = readings.filter(
    ({ billed, first }) => !billed && !(first && readings.some((reading) => reading.billed)),
  );
  return (
    <li className="flex flex-col gap-2 py-4 wrap-anywhere">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-56">
          <h3 className="font-semibold">{name}</h3>
          <p className="text-sm text-muted">
            {[place, homes, SHARED_BY_LABELS[shared_by]].filter(Boolean).join(' · ')}
          </p>
          {last && !listed.includes(last) && <p className="text-sm tabular-nums">{lastText(last)}</p>}
        </div>
        <div role="group" aria-label={name} className="flex flex-wrap gap-x-1">
          <Button
            variant="secondary"
            aria-label={`Read ${name}`}
            onClick={() => onOpen({ 'read-common': String(id) })}
          >
            Read
          </Button>
          <Button
            variant="quiet"
            disabled={!online}
            aria-label={`Change ${name}`}
            onClick={() => onOpen({ common: String(id) })}
          >
            Change
          </Button>
        </div>
      </div>
      <ul role="list" aria-label={`Readings of ${name}`} className="flex flex-col gap-1 empty:hidden">
        {unsent.map(({ id: item, input, refusal }) => (
          <li key={item} className="flex min-h-11 flex-wrap items-center gap-x-2 tabular-nums">
            {usageText(input.body.value)}
            <UnsentBadge
              needsAttention={refusal !== undefined}
              words={refusal ? 'Needs attention' : 'Unsent'}
            />
          </li>
        ))}
        {listed.map((reading) => (
          <li key={reading.id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
            <span className="min-w-0 grow basis-40 tabular-nums">
              {usageText(reading.value)}{' '}
              <span className="text-sm text-muted">
                <Time value={reading.read_on} /> · {reading.first ? 'counted from here' : 'not billed'}
              </span>
            </span>
            <span className="flex flex-wrap gap-x-1">
              {!reading.first && (
                <Button
                  variant="secondary"
                  aria-label={`Shares of ${name}, ${usageText(reading.value)}`}
                  onClick={() => onOpen({ shares: String(reading.id) })}
                >
                  Shares
                </Button>
              )}
              <Button
                variant="quiet"
                disabled={!online}
                aria-label={`Correct ${name}, ${usageText(reading.value)}`}
                onClick={() => onOpen({ 'correct-common': String(reading.id) })}
              >
                Correct
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
