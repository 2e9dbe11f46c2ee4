import { usageText } from '../../../../contract/utilities/billPrice.ts';
import { needsOpening, unbilledOf } from '../../../../contract/utilities/homeUsage.ts';
import type { InstalledMeter } from '../../../../contract/utilities/installedMeter.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { ChangeHistory } from '../../../subjects/audit/ChangeHistory.tsx';
import { lastText, meterName } from '../../../subjects/utilities/meterTexts.ts';
import { timeText } from '../../../ui/data/Time.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { AskForReadings } from '../../../subjects/utilities/AskForReadings.tsx';
import { AddMeter } from './AddMeter.tsx';
import { CorrectMeter } from './CorrectMeter.tsx';
import { CorrectReading } from './CorrectReading.tsx';
import { ExchangeMeter } from '../../../subjects/utilities/ExchangeMeter.tsx';
import { meterLabels } from './meterLabels.ts';
import { MeterReadings } from './MeterReadings.tsx';
import { ReadMeter } from './ReadMeter.tsx';
import { ReadingOfRemoved } from '../../../subjects/utilities/ReadingOfRemoved.tsx';
import { useReadingQueue } from '../../../subjects/utilities/useReadingQueue.ts';
import { RemoveMeter } from '../../../subjects/utilities/RemoveMeter.tsx';

interface HomeMetersProps {
  unit: number;
  /** The home, as it is named. */
  home: string;
}

/** The meters of a home, with what they were read at, for managers. */
export function HomeMeters({ unit, home }: HomeMetersProps) {
  const query = useCachedQuery('listMeters', {});
  const online = useOnline();
  const { address, open, close } = useDialogAddress();
  const { items: unsent, notice, setNotice, save } = useReadingQueue();
  const items = unsent ?? [];
  const done = (message: string) => {
    close();
    setNotice({ type: 'success', message });
    void query.refresh();
  };
  return (
    <Card
      title="Meters"
      action={
        <>
          <AskForReadings units={[unit]} name={home} />
          <Button variant="secondary" disabled={!online} onClick={() => open({ meter: 'new' })}>
            Add Meter
          </Button>
        </>
      }
    >
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      <Loaded query={query} failed="Unable to load the meters" loading={<Loading cards={1} />}>
        {(all) => {
          const own = all.filter(({ unit_id }) => unit_id === unit);
          const named = (name: string) =>
            own.find(({ id, removed_on }) => !removed_on && String(id) === address.get(name));
          const [corrected, exchanged, removed] = [named('meter'), named('exchange'), named('remove')];
          const read = own.find(({ id }) => String(id) === address.get('read'));
          const unsentOf = (meter: InstalledMeter) =>
            items.flatMap((item) =>
              item.route === 'readMeter' && item.input.params.id === String(meter.id) ? [item] : [],
            );
          const refused = read && unsentOf(read).find(({ refusal }) => refusal);
          const ofReading = own.find(({ id }) => String(id) === address.get('correct'));
          return (
            <>
              {own.length === 0 && <p className="text-muted">No meters. Usage is typed as it was used.</p>}
              <ul role="list" className="divide-y divide-line">
                {own.map((meter) => (
                  <MeterRow key={meter.id} {...{ meter, online, onOpen: open }} unsent={unsentOf(meter)} />
                ))}
              </ul>
              {address.get('meter') === 'new' && <AddMeter unit={unit} onDone={done} onClose={close} />}
              {read?.removed_on && (
                <ReadingOfRemoved
                  meter={read}
                  removedOn={read.removed_on}
                  meters={own}
                  refused={unsentOf(read).filter(({ refusal }) => refusal)}
                  onRead={(id) => open({ read: String(id) })}
                  onClose={close}
                />
              )}
              {read && !read.removed_on && unsent && (
                <ReadMeter
                  meter={read}
                  refused={refused}
                  home={home}
                  onSubmit={async (change) => {
                    await save(change, refused);
                    close();
                  }}
                  onClose={close}
                />
              )}
              {ofReading && (
                <CorrectReading
                  meter={ofReading}
                  reading={Number(address.get('reading'))}
                  value={address.has('value') ? Number(address.get('value')) : undefined}
                  onDone={done}
                  onClose={close}
                />
              )}
              {corrected && <CorrectMeter meter={corrected} onDone={done} onClose={close} />}
              {exchanged && (
                <ExchangeMeter
                  meter={exchanged}
                  at={`/admin/home/${unit}?exchange=${exchanged.id}`}
                  onDone={done}
                  onClose={close}
                />
              )}
              {removed && (
                <RemoveMeter
                  meter={removed}
                  at={`/admin/home/${unit}?remove=${removed.id}`}
                  onDone={done}
                  onClose={close}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

interface MeterRowProps {
  meter: InstalledMeter;
  online: boolean;
  onOpen: (params: Record<string, string>) => void;
  /** Its readings without a bill that are not sent. */
  unsent: OutboxItem<'readMeter'>[];
}

function MeterRow({ meter, online, onOpen, unsent }: MeterRowProps) {
  const { id, digits, measure, multiplier, place, removed_on, last, skipped } = meter;
  const name = meterName(meter);
  const detail = [place, `${digits} digits`, multiplier === 1 ? measure : `${measure} × ${multiplier}`];
  return (
    <li className="flex flex-col gap-2 py-3 wrap-anywhere">
      <div>
        <h3 className="font-semibold">{name}</h3>
        <p className="text-sm text-muted">{detail.filter(Boolean).join(' · ')}</p>
        <p className="tabular-nums">
          {removed_on ? `Removed ${timeText(removed_on)}` : lastText(last)}
          {unbilledOf(meter).length > 0 && (
            <span className="block text-sm text-warning">Usage is not billed yet.</span>
          )}
          {!removed_on && needsOpening(meter) && (
            <span className="block text-sm text-warning">Not read since they moved in.</span>
          )}
          {!removed_on && skipped && (
            <span className="block text-sm text-muted">
              Skipped {timeText(skipped.read_on)}: {skipped.reason}
            </span>
          )}
        </p>
      </div>
      {unsent.map(({ id: item, input, refusal }) => (
        <p key={item} className="flex flex-wrap items-center gap-x-2 tabular-nums">
          {usageText(input.body.value)}
          <UnsentBadge
            needsAttention={refusal !== undefined}
            words={refusal ? 'Needs attention' : 'Unsent'}
          />
          {removed_on && refusal && (
            <Button
              variant="quiet"
              aria-label={`Look and decide: ${name}, ${usageText(input.body.value)}`}
              onClick={() => onOpen({ read: String(id) })}
            >
              Look and decide
            </Button>
          )}
        </p>
      ))}
      {!removed_on && (
        <div role="group" aria-label={name} className="-ml-2 flex flex-wrap gap-x-1">
          <Button variant="quiet" aria-label={`Read ${name}`} onClick={() => onOpen({ read: String(id) })}>
            Read
          </Button>
          {(['Correct', 'Exchange', 'Remove'] as const).map((label) => (
            <Button
              key={label}
              variant="quiet"
              disabled={!online}
              aria-label={`${label} ${name}`}
              onClick={() => onOpen({ [label === 'Correct' ? 'meter' : label.toLowerCase()]: String(id) })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <MeterReadings
        meter={meter}
        onCorrect={(reading) =>
          onOpen({ correct: String(id), reading: String(reading.id), value: String(reading.value) })
        }
      />
      <ChangeHistory subject="meter" id={id} labels={meterLabels} />
    </li>
  );
}
