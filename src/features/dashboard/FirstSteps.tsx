import { Circle, CircleCheck } from 'lucide-react';
import type { FirstStep } from '../../../contract/community/firstSteps.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { COMES_BACK_UNSENT } from '../../ui/layout/dialogAddress.ts';
import { STEP_TEXTS } from './firstStepTexts.ts';

/** What a new community still needs; nothing once all is done, a manager has hidden it, or while it is not known. */
export function FirstSteps() {
  const { data } = useCachedQuery('readFirstSteps', {});
  const { busy, notice, forgetNotice, change } = useOnlineChange();
  const online = useOnline();
  const steps = data?.steps ?? [];
  const left = steps.filter(({ done }) => !done);
  // What whoever runs the server does holds up nothing.
  const next = left.find(({ step }) => STEP_TEXTS[step].links.length > 0) ?? left[0];
  const isShown = next !== undefined && !data?.hidden;
  return (
    // Out of the way while it is empty, and there for a screen reader once it is not.
    <div className={isShown || notice ? undefined : 'sr-only'}>
      <StickyNotice notice={notice} onDone={forgetNotice} />
      {isShown && (
        <Card
          title="First steps"
          tone="amber"
          action={
            <Button
              variant="quiet"
              disabled={!online || busy}
              onClick={() =>
                void change({
                  route: 'hideFirstSteps',
                  input: { body: { hidden: true } },
                  done: 'The first steps are hidden from all managers.',
                  failed: (reason) => `The first steps could not be hidden: ${reason}`,
                })
              }
            >
              Hide
            </Button>
          }
        >
          <p className="text-muted">
            {steps.length - left.length} of {steps.length} are done.
          </p>
          <ol role="list" className="flex flex-col gap-3">
            {steps.map(({ step, done }) => (
              <Step key={step} step={step} done={done} next={step === next.step} />
            ))}
          </ol>
        </Card>
      )}
    </div>
  );
}

/** One step: of the next one how and where it is done, of one that is done on the server how. */
function Step({ step, done, next }: { step: FirstStep; done: boolean; next: boolean }) {
  const { label, text, links } = STEP_TEXTS[step];
  const Icon = done ? CircleCheck : Circle;
  return (
    <li aria-current={next ? 'step' : undefined} className="flex gap-3">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${done ? 'text-success' : 'text-muted'}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p className={next ? 'font-semibold' : undefined}>
          {label}
          <span className="text-muted">{done ? ': done' : next ? ': next' : ''}</span>
        </p>
        {(next || (!done && links.length === 0)) && <p className="max-w-prose text-muted">{text}</p>}
        {next && links.length > 0 && (
          <div className="flex flex-wrap gap-3 max-sm:*:grow">
            {links.map(({ to, label: linkLabel, icon }, index) => (
              <ButtonLink
                key={linkLabel}
                to={to}
                state={COMES_BACK_UNSENT}
                icon={icon}
                variant={index === 0 ? 'primary' : 'secondary'}
              >
                {linkLabel}
              </ButtonLink>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}
