import { usageText } from '../../../../contract/utilities/billPrice.ts';
import { mayHaveRolledOver } from '../../../../contract/utilities/readingRules.ts';
import type { SentReading } from '../../../../contract/utilities/sentReadings.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { useQueuedNotice } from '../../../forms/useQueuedNotice.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useOutbox } from '../../../offline/subjects/useOutbox.ts';
import { PhotosToCome } from '../../../subjects/photos/PhotosToCome.tsx';
import { ShownPhotos } from '../../../subjects/photos/ShownPhotos.tsx';
import { useThumbnailsOffline } from '../../../subjects/photos/useThumbnailsOffline.ts';
import { meterName } from '../../../subjects/utilities/meterTexts.ts';
import { HomeLink } from '../../../subjects/units/HomeLink.tsx';
import { PersonName } from '../../../subjects/users/PersonLink.tsx';
import { timeText } from '../../../ui/data/Time.tsx';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { DeclineReading } from './DeclineReading.tsx';

const NONE: SentReading[] = [];

/** The readings that residents sent, to be approved or declined; nothing where none waits. */
export function SentReadings() {
  const { data: sent = NONE } = useCachedQuery('listSentReadings', {});
  useThumbnailsOffline(sent);
  const { items = [], submit } = useOutbox();
  const { notice, setNotice, follow } = useQueuedNotice();
  const { address, open, close } = useDialogAddress();
  const declined = sent.find(({ id }) => String(id) === address.get('decline'));

  async function approve(reading: SentReading): Promise<void> {
    const { id, last_value, value } = reading;
    const over = mayHaveRolledOver(last_value, value, reading);
    const item = await submit({
      route: 'answerSentReading',
      input: {
        params: { id: String(id) },
        body: { approved: true, ...(over ? { rolled_over: true } : {}) },
      },
      shown: { reading: nameOf(reading) },
    });
    void follow(item, {
      sent: 'The reading was approved. It is in the next bill.',
      refused: (reason) => reason,
    });
  }

  if (sent.length === 0) return <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />;
  return (
    <Card title="Readings that residents sent">
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
      <ul role="list" className="-my-3 divide-y divide-line">
        {sent.map((reading) => {
          const { id, unit_id, author_id, first_name, last_name, value, read_on, note } = reading;
          const { last_value, last_on, photos = [], awaited_photos = 0 } = reading;
          const unsent = items.find(
            (item) => item.route === 'answerSentReading' && item.input.params.id === String(id),
          );
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <p className="font-semibold tabular-nums">
                  {meterName(reading)}: {usageText(value)}
                </p>
                <p className="text-sm text-muted">
                  <HomeLink unit={unit_id}>{unitLabel(reading)}</HomeLink>,{' '}
                  <PersonName id={author_id}>
                    {first_name} {last_name}
                  </PersonName>
                  , {timeText(read_on, 'short')}. Last {usageText(last_value)}, {timeText(last_on, 'short')}.
                </p>
                {value < last_value && (
                  <p className="text-sm font-semibold text-warning">
                    {mayHaveRolledOver(last_value, value, reading)
                      ? 'Below the last reading. Approved, it rolled over.'
                      : 'Below the last reading.'}
                  </p>
                )}
                {note && <p className="text-sm">{note}</p>}
                {photos.length + awaited_photos > 0 && (
                  <div className="mt-2 flex flex-col gap-1">
                    <ShownPhotos size="small" photos={photos.map((sent) => ({ sent }))} />
                    <PhotosToCome here={photos.length} toCome={awaited_photos} />
                  </div>
                )}
                {unsent && (
                  <UnsentBadge
                    needsAttention={unsent.refusal !== undefined}
                    words={unsent.refusal ? 'Needs attention' : 'Unsent'}
                  />
                )}
              </div>
              {!unsent && (
                <div role="group" aria-label={nameOf(reading)} className="flex flex-wrap gap-2">
                  <Button variant="secondary" onClick={() => void approve(reading)}>
                    Approve
                  </Button>
                  <Button variant="quiet" onClick={() => open({ decline: String(id) })}>
                    Decline
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {declined && (
        <DeclineReading
          reading={declined}
          name={nameOf(declined)}
          onSubmit={async (change) => {
            const item = await submit(change);
            close();
            void follow(item, { sent: 'The reading was declined.', refused: (reason) => reason });
          }}
          onClose={close}
        />
      )}
    </Card>
  );
}

const nameOf = (reading: SentReading): string =>
  `${meterName(reading)}, ${unitLabel(reading)}: ${usageText(reading.value)}`;
