import { usageText } from '../../../../contract/utilities/billPrice.ts';
import type { AskedReading } from '../../../../contract/utilities/sentReadings.ts';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../browser/lazyPart.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useUnsent } from '../../../offline/hooks/useUnsent.ts';
import { meterName } from '../../../subjects/utilities/meterTexts.ts';
import { timeText } from '../../../ui/data/Time.tsx';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';

// Loaded with the first reading that is sent: the first screen loads nothing that changes the outbox.
const SendReadings = lazyPart(() => import('./SendReadings.tsx'));
// Only with a reading that has photos.
const PhotosOfSent = lazyPart(() => import('./PhotosOfSent.tsx'));

/** The meters of one's home that management asked to be read; nothing where none is. */
export function AskedReadings() {
  const { data: asked = [] } = useCachedQuery('listAskedReadings', {});
  const { items = [] } = useUnsent();
  const { address, open, close } = useDialogAddress();
  const chosen = asked.find(({ meter_id }) => String(meter_id) === address.get('read'));
  // It stays once it was opened, to tell what became of what was sent.
  const [sends, setSends] = useState(false);
  if (chosen && !sends) setSends(true);
  const dialog = sends && (
    <PartBoundary>
      <Suspense>
        <SendReadings asked={chosen} onClose={close} />
      </Suspense>
    </PartBoundary>
  );
  if (asked.length === 0) return dialog;
  return (
    <Card title="Management asks for a reading">
      {dialog}
      <ul role="list" className="-my-3 divide-y divide-line">
        {asked.map((each) => {
          const unsent = items.find(
            (item) => item.route === 'sendReading' && item.input.params.id === String(each.meter_id),
          );
          return (
            <li key={each.meter_id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <p className="font-semibold">{meterName(each)}</p>
                <p className="text-sm text-muted">{stateOf(each)}</p>
                {unsent && (
                  <UnsentBadge
                    needsAttention={unsent.refusal !== undefined}
                    words={unsent.refusal ? 'Needs attention' : 'Unsent'}
                  />
                )}
              </div>
              {hasPhotos(each, unsent) && (
                <PartBoundary>
                  <Suspense>
                    <PhotosOfSent asked={each} items={items} />
                  </Suspense>
                </PartBoundary>
              )}
              <Button
                variant="secondary"
                aria-label={`Send the reading of ${meterName(each)}`}
                onClick={() => open({ read: String(each.meter_id) })}
              >
                {each.sent?.state === 'waiting' ? 'Send another' : 'Send Reading'}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const hasPhotos = ({ sent }: AskedReading, unsent: Pick<OutboxItem, 'photos'> | undefined): boolean =>
  unsent ? unsent.photos.length > 0 : (sent?.photos?.length ?? 0) + (sent?.awaited_photos ?? 0) > 0;

function stateOf({ place, asked_on, sent }: AskedReading): string {
  if (!sent) return [place, `Asked ${timeText(asked_on, 'short')}`].filter(Boolean).join(' · ');
  const { value, state, reason } = sent;
  if (state === 'waiting') return `You sent ${usageText(value)}. Management looks at it.`;
  return `${usageText(value)} was declined. ${reason ?? 'Please read it again.'}`;
}
