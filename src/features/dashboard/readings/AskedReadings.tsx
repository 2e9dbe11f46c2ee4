import { usageText } from '../../../../contract/utilities/billPrice.ts';
import type { AskedReading } from '../../../../contract/utilities/sentReadings.ts';
import { useQueuedNotice } from '../../../forms/useQueuedNotice.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useOutbox } from '../../../offline/subjects/useOutbox.ts';
import { meterName } from '../../../subjects/utilities/meterTexts.ts';
import { timeText } from '../../../ui/data/Time.tsx';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { SendReading } from './SendReading.tsx';

/** The meters of one's home that management asked to be read; nothing where none is. */
export function AskedReadings() {
  const { data: asked = [] } = useCachedQuery('listAskedReadings', {});
  const { items = [], submit } = useOutbox();
  const { notice, setNotice, follow } = useQueuedNotice();
  const { address, open, close } = useDialogAddress();
  const chosen = asked.find(({ meter_id }) => String(meter_id) === address.get('read'));
  if (asked.length === 0) return <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />;
  return (
    <Card title="Management asks for a reading">
      <StickyNotice notice={notice} onDone={() => setNotice(undefined)} />
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
      {chosen && (
        <SendReading
          asked={chosen}
          onSubmit={async (change) => {
            const id = await submit(change);
            close();
            void follow(id, {
              sent: 'Thank you. Management looks at your reading.',
              refused: (reason) => reason,
            });
          }}
          onClose={close}
        />
      )}
    </Card>
  );
}

function stateOf({ place, asked_on, sent }: AskedReading): string {
  if (!sent) return [place, `Asked ${timeText(asked_on, 'short')}`].filter(Boolean).join(' · ');
  const { value, state, reason } = sent;
  if (state === 'waiting') return `You sent ${usageText(value)}. Management looks at it.`;
  return `${usageText(value)} was declined. ${reason ?? 'Please read it again.'}`;
}
