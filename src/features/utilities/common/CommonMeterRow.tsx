import { usageText } from '../../../../contract/utilities/billPrice.ts';
import type { CommonMeter } from '../../../../contract/utilities/commonMeters.ts';
import { SHARED_BY_LABELS } from '../../../../contract/utilities/commonShares.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import { lastText, meterName } from '../../../subjects/utilities/meterTexts.ts';
import { Time, timeText } from '../../../ui/data/Time.tsx';
import { UnsentBadge } from '../../../ui/data/UnsentBadge.tsx';
import { Button } from '../../../ui/forms/Button.tsx';

interface CommonMeterRowProps {
  meter: CommonMeter;
  online: boolean;
  onOpen: (params: Record<string, string>) => void;
  /** Its readings that are not sent. */
  unsent: OutboxItem<'readCommonMeter'>[];
}

/** A common meter with its readings that no bill has. */
export function CommonMeterRow({ meter, online, onOpen, unsent }: CommonMeterRowProps) {
  const { id, property_name, place, shared_by, unit_ids, removed_on, readings } = meter;
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
          {removed_on && <p className="text-sm">Removed {timeText(removed_on)}</p>}
          {last && !listed.includes(last) && <p className="text-sm tabular-nums">{lastText(last)}</p>}
        </div>
        <div role="group" aria-label={name} className="flex flex-wrap gap-x-1">
          {!removed_on && (
            <Button
              variant="secondary"
              aria-label={`Read ${name}`}
              onClick={() => onOpen({ 'read-common': String(id) })}
            >
              Read
            </Button>
          )}
          {(removed_on ? (['Change'] as const) : (['Change', 'Exchange', 'Remove'] as const)).map((label) => (
            <Button
              key={label}
              variant="quiet"
              disabled={!online}
              aria-label={`${label} ${name}`}
              onClick={() =>
                onOpen({ [label === 'Change' ? 'common' : `${label.toLowerCase()}-common`]: String(id) })
              }
            >
              {label}
            </Button>
          ))}
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
            {removed_on && refusal && (
              <Button
                variant="quiet"
                aria-label={`Look and decide: ${name}, ${usageText(input.body.value)}`}
                onClick={() => onOpen({ 'read-common': String(id) })}
              >
                Look and decide
              </Button>
            )}
          </li>
        ))}
        {listed.map((reading) => (
          <li key={reading.id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
            <span className="min-w-0 grow basis-40 tabular-nums">
              {usageText(reading.value)}{' '}
              <span className="text-sm text-muted">
                <Time value={reading.read_on} /> · {standing(reading)}
              </span>
            </span>
            <span className="flex flex-wrap gap-x-1">
              {!reading.first && !reading.with_next && (
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

function standing({ first, with_next }: CommonMeter['readings'][number]): string {
  if (with_next) return 'billed with the next reading of the new meter';
  return first ? 'counted from here' : 'not billed';
}
