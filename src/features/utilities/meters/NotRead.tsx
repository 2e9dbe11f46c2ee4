import { useId, useState } from 'react';
import { MeterSkip, type InstalledMeter } from '../../../../contract/utilities/installedMeter.ts';
import { usageText } from '../../../../contract/utilities/billPrice.ts';
import { estimatedValue, usageBetween } from '../../../../contract/utilities/readingRules.ts';
import { useDevice } from '../../../offline/engine/device.ts';
import { useDraft } from '../../../offline/hooks/useDraft.ts';
import { queueSkip } from '../../../offline/subjects/meters.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import { Problem } from '../../../ui/feedback/Problem.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { Modal } from '../../../ui/layout/Modal.tsx';
import { lastText, meterName, usageOfKind } from '../../../subjects/utilities/meterTexts.ts';

const REASONS = ['Nobody let me in', 'Locked or blocked', 'A dog', 'Not found', 'Cannot be read'];

interface NotReadProps {
  meter: InstalledMeter;
  home: string;
  onEstimate: (value: number) => void;
  onSkipped: () => void;
  onClose: () => void;
}

/** What may be done about a meter that is not read: it is skipped with a reason, or its value estimated. */
export function NotRead({ meter, home, onEstimate, onSkipped, onClose }: NotReadProps) {
  const { userId, requestReplay } = useDevice();
  const { draft, setValue, startOver, problem: unsaved } = useDraft(`skip-meter-${meter.id}`, { text: '' });
  const reason = draft?.value.text ?? '';
  const [problem, setProblem] = useState<string>();
  const form = useId();
  const estimate = estimatedValue(meter.last.value, meter.recent, meter);

  async function skip(why: string): Promise<void> {
    const wrong = MeterSkip.safeParse({ reason: why }).error?.issues[0]?.message;
    if (wrong) {
      setProblem(wrong);
      return;
    }
    try {
      const { id } = meter;
      await queueSkip(userId, {
        id,
        reason: why.trim(),
        on: isoDay(),
        meter: `${meterName(meter)}, ${home}`,
      });
      await startOver();
      void requestReplay({ eager: false });
      onSkipped();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <Modal
      title={`${meterName(meter)} is not read`}
      size="small"
      onClose={onClose}
      footer={
        <Button type="submit" form={form}>
          Skip
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere text-muted">
          {home}. {lastText(meter.last)}.
        </p>
        {(problem ?? unsaved) && <Problem>{problem ?? unsaved}</Problem>}
        {estimate === undefined ? (
          <p>It cannot be estimated before its first bill.</p>
        ) : (
          <Button variant="secondary" onClick={() => onEstimate(estimate)}>
            Estimate {usageText(estimate)}:{' '}
            {usageOfKind(meter.kind, usageBetween(meter.last.value, estimate, meter))}, the mean of its last
            bills
          </Button>
        )}
        <div role="group" aria-label="Skip, because" className="flex flex-wrap gap-2">
          {REASONS.map((why) => (
            <Button key={why} variant="secondary" onClick={() => void skip(why)}>
              {why}
            </Button>
          ))}
        </div>
        <form
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void skip(reason);
          }}
        >
          <Field
            label="Another reason"
            autoComplete="off"
            disabled={!draft}
            value={reason}
            onChange={({ target }) => {
              if (target.value === '') void startOver();
              else setValue({ text: target.value });
              setProblem(undefined);
            }}
          />
        </form>
      </div>
    </Modal>
  );
}
