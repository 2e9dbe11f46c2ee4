import { memo, useId, useRef, useState } from 'react';
import { usageBetween, mayHaveRolledOver } from '../../../../contract/utilities/readingRules.ts';
import { needsOpening, unbilledOf } from '../../../../contract/utilities/homeUsage.ts';
import type { InstalledMeter } from '../../../../contract/utilities/installedMeter.ts';
import type { LastMeterPhoto } from '../../../../contract/utilities/readingPhotos.ts';
import { METER_LABELS } from '../../../../contract/utilities/meters.ts';
import { parseNumber } from '../../../../contract/values/parseNumber.ts';
import type { TypedReading } from '../../../offline/subjects/bills.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { PhotoButton } from '../../../ui/photos/PhotoInput.tsx';
import { focusNextMeter } from './focusMeter.ts';
import type { ReadingStore } from '../readingStore.ts';
import { ExchangeFields } from './ExchangeFields.tsx';
import { lastText, unusualText, usageOfKind } from '../../../subjects/utilities/meterTexts.ts';
import { LastPhoto } from './LastPhoto.tsx';
import { NotRead } from './NotRead.tsx';
import { OpeningField } from './OpeningField.tsx';
import { ReadingPhotos } from './ReadingPhotos.tsx';
import { stateOfMeter, type MeterState } from './readMeters.ts';
import { useReadingPhotos } from './useReadingPhotos.ts';

const NO_PHOTOS: readonly string[] = [];

interface ReadingFieldProps {
  unitId: number;
  /** The meter's home, as it is named. */
  home: string;
  meter: InstalledMeter;
  readings: ReadingStore;
  typed: TypedReading | undefined;
  /** When it was photographed last. */
  lastPhoto: LastMeterPhoto | undefined;
  /** Why it was skipped, where that is not sent yet. */
  unsentSkip: string | undefined;
}

/** What one meter of a home shows. It renders only when its own text changes. */
export const ReadingField = memo(function ReadingField({
  unitId,
  home,
  meter,
  readings,
  typed,
  lastPhoto,
  unsentSkip,
}: ReadingFieldProps) {
  const input = useRef<HTMLDivElement>(null);
  // While it is typed, each value begins below the last one.
  const [left, setLeft] = useState(true);
  const [asked, setAsked] = useState(false);
  const state = stateOfMeter(meter, typed);
  const text = typed?.text ?? '';
  const { kind, serial_number, measure, place, last, skipped } = meter;
  const skip =
    unsentSkip ?? (skipped?.read_on.slice(0, 7) === isoDay().slice(0, 7) ? skipped.reason : undefined);
  const type = (more: Partial<TypedReading>) =>
    readings.read(unitId, meter.id, { ...(typed ?? { text: '' }), on: isoDay(), ...more });
  const change = (more: Partial<TypedReading>) => {
    type(more);
    readings.store();
  };
  const focus = () => input.current?.querySelector('input')?.focus();
  const answered = () => {
    setAsked(false);
    // Once the dialog has given the focus back.
    requestAnimationFrame(focus);
  };
  const photosId = useId();
  const taken = useReadingPhotos({
    unitId,
    digests: typed?.photos ?? NO_PHOTOS,
    onTaken: (photo) => readings.keepPhoto(unitId, meter.id, photo),
    onTakenOff: (sha256) => readings.dropPhoto(unitId, meter.id, sha256),
  });
  const describedBy = taken.problem ? `${photosId}-error` : taken.reading ? `${photosId}-help` : undefined;
  const shown = left || !state.problem?.below ? state : {};

  return (
    <div ref={input} className="flex min-w-0 flex-col gap-2" data-meter={meter.id}>
      <Field
        inputMode="decimal"
        enterKeyHint="next"
        autoComplete="off"
        data-reading={kind}
        label={`${METER_LABELS[kind].name} ${serial_number} (${measure})`}
        value={text}
        help={<Help {...{ place, state: shown, meter }} last={lastText(last)} estimated={typed?.estimated} />}
        error={shown.problem && !shown.problem.field ? shown.problem.text : undefined}
        beside={
          <PhotoButton
            label={`Photo of ${METER_LABELS[kind].name} ${serial_number}`}
            described={describedBy}
            disabled={taken.reading}
            onFiles={taken.take}
          />
        }
        onChange={({ target }) => {
          setLeft(false);
          // What was said of another value holds for this one no more.
          type({
            text: target.value,
            below: typed?.below === 'exchanged' ? 'exchanged' : undefined,
            estimated: undefined,
          });
        }}
        onBlur={() => {
          setLeft(true);
          readings.store();
        }}
        onKeyDown={(event) => {
          // What is asked of a value is asked before the next one.
          if (event.key === 'Enter' && state.problem?.below) {
            event.preventDefault();
            setLeft(true);
          } else focusNextMeter(event);
        }}
      />
      {shown.problem?.below && (
        <BelowLast
          meter={state.from ?? meter}
          value={parseNumber(text)}
          onChoose={(below) => {
            if (below === 'typo') change({ text: '' });
            else if (below === 'rolled_over') change({ below });
            else
              change({
                below,
                exchange: {
                  last_value: '',
                  serial_number: '',
                  digits: String(meter.digits),
                  first_value: '',
                },
              });
            focus();
          }}
        />
      )}
      {typed && typed.text !== '' && needsOpening(meter) && (
        <OpeningField
          {...{ meter, typed, problem: state.problem }}
          onChange={(opening) => change({ opening })}
        />
      )}
      {typed?.below === 'exchanged' && typed.exchange && typed.text !== '' && (
        <ExchangeFields
          last={lastText(last)}
          exchange={typed.exchange}
          problem={state.problem}
          onChange={(exchange) => change({ exchange })}
          onUndo={() => {
            const { below: _, exchange: __, ...rest } = typed;
            readings.read(unitId, meter.id, rest);
            setLeft(true);
            focus();
          }}
        />
      )}
      {lastPhoto && <LastPhoto name={`${METER_LABELS[kind].name} ${serial_number}`} last={lastPhoto} />}
      <ReadingPhotos id={photosId} taken={taken} />
      {!state.reading && !state.problem && (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          {skip ? (
            <p className="text-sm font-semibold wrap-anywhere text-warning">Skipped: {skip}</p>
          ) : (
            <span />
          )}
          {unbilledOf(meter).length > 0 && (
            <Button
              variant="quiet"
              className="text-sm"
              onClick={() => change({ text: String(last.value), on: last.read_on })}
            >
              Bill up to the last reading
            </Button>
          )}
          <Button variant="quiet" onClick={() => setAsked(true)} className="-mr-2 text-sm">
            Not read?
          </Button>
        </div>
      )}
      {asked && (
        <NotRead
          meter={meter}
          home={home}
          onEstimate={(value) => {
            change({ text: String(value), estimated: true });
            answered();
          }}
          onSkipped={answered}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
});

interface HelpProps {
  place: string | null;
  last: string;
  state: MeterState;
  meter: InstalledMeter;
  estimated: boolean | undefined;
}

function Help({ place, last, state, meter, estimated }: HelpProps) {
  const { usage, unusual, reading } = state;
  return (
    <>
      {[place, last].filter(Boolean).join(' · ')}
      {usage !== undefined && (
        <span
          role={unusual ? 'alert' : undefined}
          className={unusual ? 'block font-semibold text-warning' : 'block font-semibold text-ink'}
        >
          {unusual ? unusualText(meter, usage, unusual) : usageOfKind(meter.kind, usage)}
          {estimated && ', estimated'}
          {reading?.rolled_over && ', rolled over'}
        </span>
      )}
    </>
  );
}

interface BelowLastProps {
  meter: InstalledMeter;
  value: number;
  onChoose: (below: 'rolled_over' | 'exchanged' | 'typo') => void;
}

/** What a value below the last one may be, each with what comes of it. */
function BelowLast({ meter, value, onChoose }: BelowLastProps) {
  return (
    <div role="group" aria-label="Rolled over, exchanged, or a typo?" className="flex flex-wrap gap-2">
      {mayHaveRolledOver(meter.last.value, value, meter) && (
        <Button variant="secondary" onClick={() => onChoose('rolled_over')}>
          Rolled over: {usageOfKind(meter.kind, usageBetween(meter.last.value, value, meter))}
        </Button>
      )}
      <Button variant="secondary" onClick={() => onChoose('exchanged')}>
        Exchanged
      </Button>
      <Button variant="secondary" onClick={() => onChoose('typo')}>
        Typo
      </Button>
    </div>
  );
}
