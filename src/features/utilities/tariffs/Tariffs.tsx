import { METER_LABELS } from '../../../../contract/utilities/meters.ts';
import type { Settings } from '../../../../contract/utilities/rates.ts';
import { validTariffs, type Tariff } from '../../../../contract/utilities/tariffs.ts';
import { tariffText } from '../../../../contract/utilities/tariffText.ts';
import { useOnlineChange } from '../../../forms/useOnlineChange.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Time, timeText } from '../../../ui/data/Time.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { StickyNotice } from '../../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { TariffForm } from './TariffForm.tsx';
import { useTariffsToday } from './useTariffsToday.ts';

/** What prices usage otherwise than the flat rates: now, later and before. */
export function Tariffs({ rates }: { rates: Settings }) {
  const { query, today } = useTariffsToday();
  const properties = useCachedQuery('listProperties', {});
  const online = useOnline();
  const { address, open, close } = useDialogAddress();
  const { notice, forgetNotice, change, succeeded } = useOnlineChange();
  const names = new Map(properties.data?.map(({ id, property_name }) => [id, property_name]));
  const placeOf = ({ property_id }: Tariff) =>
    property_id === null ? 'all properties' : (names.get(property_id) ?? 'one property');
  const nameOf = (tariff: Tariff) => `${METER_LABELS[tariff.kind].name}, ${placeOf(tariff)}`;

  const remove = (tariff: Tariff) =>
    change({
      route: 'removeTariff',
      input: { params: { id: String(tariff.id) } },
      question: {
        text: `Are you sure you want to remove the tariff of ${nameOf(tariff)}, from ${timeText(tariff.valid_from)}? Bills that were made stay as they are.`,
        confirmLabel: 'Remove Tariff',
        danger: true,
      },
      done: ({ message }) => message,
      failed: (reason) => `The tariff could not be removed: ${reason}`,
    });

  return (
    <Card
      title="Tariffs"
      action={
        <Button variant="secondary" disabled={!online} onClick={() => open({ tariff: 'new' })}>
          Add Tariff
        </Button>
      }
    >
      <StickyNotice notice={notice} onDone={forgetNotice} />
      <Loaded query={query} failed="Unable to load the tariffs" loading={<Loading cards={1} />}>
        {(all) => {
          const valid = new Set(validTariffs(all, today));
          const opened = address.get('tariff');
          const changed = all.find(({ id }) => String(id) === opened);
          return (
            <>
              {all.length === 0 && (
                <p className="text-muted">No tariffs. Usage is priced at the rates above.</p>
              )}
              <ul role="list" className="divide-y divide-line">
                {all.map((tariff) => (
                  <li key={tariff.id} className="flex flex-col gap-1 py-3 wrap-anywhere">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                      <span className="font-semibold">{nameOf(tariff)}</span>
                      <Badge tone={valid.has(tariff) ? 'success' : 'neutral'}>
                        {valid.has(tariff) ? 'Valid' : tariff.valid_from > today ? 'Later' : 'Earlier'}
                      </Badge>
                    </p>
                    <p className="text-sm text-muted tabular-nums">
                      From <Time value={tariff.valid_from} />: {tariffText(tariff.kind, tariff)}
                    </p>
                    <div role="group" aria-label={nameOf(tariff)} className="-ml-2 flex flex-wrap gap-x-1">
                      <Button
                        variant="quiet"
                        disabled={!online}
                        aria-label={`Change ${nameOf(tariff)}, from ${timeText(tariff.valid_from)}`}
                        onClick={() => open({ tariff: String(tariff.id) })}
                      >
                        Change
                      </Button>
                      <Button
                        variant="quiet"
                        disabled={!online}
                        aria-label={`Remove ${nameOf(tariff)}, from ${timeText(tariff.valid_from)}`}
                        onClick={() => void remove(tariff)}
                      >
                        Remove
                      </Button>
                    </div>
                  </li>
                ))}
              </ul>
              {(opened === 'new' || changed) && (
                <TariffForm
                  key={opened}
                  tariff={changed}
                  {...{ rates, today }}
                  onDone={(message) => {
                    close();
                    void succeeded(message);
                  }}
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
