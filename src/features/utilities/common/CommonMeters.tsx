import { ChevronDown } from 'lucide-react';
import { waitsForBill, type CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { ExchangeMeter } from '../../../subjects/utilities/ExchangeMeter.tsx';
import { ReadingOfRemoved } from '../../../subjects/utilities/ReadingOfRemoved.tsx';
import { RemoveMeter } from '../../../subjects/utilities/RemoveMeter.tsx';
import { useReadingQueue } from '../../../subjects/utilities/useReadingQueue.ts';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { CommonMeterForm } from './CommonMeterForm.tsx';
import { CommonMeterRow } from './CommonMeterRow.tsx';
import { CommonShares } from './CommonShares.tsx';
import { CorrectCommonReading } from './CorrectCommonReading.tsx';
import { ReadCommonMeter } from './ReadCommonMeter.tsx';

/** The meters that homes share: read here, and billed once their shares were seen. */
export function CommonMeters() {
  const query = useCachedQuery('listCommonMeters', {});
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
          const present = all.filter(({ removed_on }) => !removed_on);
          const changed = named('common');
          const presentNamed = (name: string) => present.find(({ id }) => String(id) === address.get(name));
          const [exchanged, removed] = [presentNamed('exchange-common'), presentNamed('remove-common')];
          const read = named('read-common');
          const unsentOf = (meter: CommonMeter) =>
            items.flatMap((item) =>
              item.route === 'readCommonMeter' && item.input.params.id === String(meter.id) ? [item] : [],
            );
          const refused = read && unsentOf(read).find(({ refusal }) => refusal);
          // Of a meter that was removed nothing is left to do once its usage is billed.
          const isOpen = (meter: CommonMeter) => waitsForBill(meter) || unsentOf(meter).length > 0;
          const gone = all.filter(({ removed_on }) => removed_on);
          const billed = gone.filter((meter) => !isOpen(meter));
          const row = (meter: CommonMeter) => (
            <CommonMeterRow key={meter.id} {...{ meter, online, onOpen: open }} unsent={unsentOf(meter)} />
          );
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
                {[...present, ...gone.filter(isOpen)].map(row)}
              </ul>
              {billed.length > 0 && (
                <details className="group">
                  <summary className="flex min-h-11 list-none items-center gap-2 font-semibold text-accent-ink">
                    <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
                    {billed.length === 1 ? '1 removed meter' : `${billed.length} removed meters`}
                  </summary>
                  <ul role="list" className="divide-y divide-line">
                    {billed.map(row)}
                  </ul>
                </details>
              )}
              {(address.get('common') === 'new' || changed) && (
                <CommonMeterForm meter={changed} onDone={done} onClose={close} />
              )}
              {read?.removed_on && (
                <ReadingOfRemoved
                  meter={read}
                  removedOn={read.removed_on}
                  meters={all}
                  refused={unsentOf(read).filter(({ refusal }) => refusal)}
                  onRead={(id) => open({ 'read-common': String(id) })}
                  onClose={close}
                />
              )}
              {read && !read.removed_on && unsent && (
                <ReadCommonMeter
                  meter={read}
                  refused={refused}
                  onSubmit={async (change) => {
                    await save(change, refused);
                    close();
                  }}
                  onClose={close}
                />
              )}
              {exchanged?.readings[0] && (
                <ExchangeMeter
                  meter={{ ...exchanged, last: exchanged.readings[0] }}
                  shared
                  at={`/admin/utilities?exchange-common=${exchanged.id}`}
                  onDone={done}
                  onClose={close}
                />
              )}
              {removed?.readings[0] && (
                <RemoveMeter
                  meter={{ ...removed, last: removed.readings[0] }}
                  shared
                  at={`/admin/utilities?remove-common=${removed.id}`}
                  onDone={done}
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
