import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Move } from '../../../contract/moves/move.ts';
import type { Step, StepName } from '../../../contract/moves/moveSteps.ts';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import { COMES_BACK_UNSENT } from '../../ui/layout/dialogAddress.ts';
import { TextLink } from '../../ui/layout/TextLink.tsx';
import { detailOf, placeOf, STEP_NAMES, type StepReader } from './stepTexts.ts';

interface StepListProps {
  title: string;
  steps: readonly Step[];
  move: Move;
  reader: StepReader;
  /** The steps that this device has not sent. */
  unsent: ReadonlyMap<StepName, { needsAttention: boolean }>;
  actionOf: (name: StepName, done: boolean, move: Move) => ReactNode;
}

/** The steps in their order, each done or not, with where it is done. */
export function StepList({ title, steps, move, reader, unsent, actionOf }: StepListProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="font-bold">{title}</h3>
      <ol className="mt-2 flex flex-col gap-1">
        {steps.map(({ name, done }) => {
          const to = placeOf(name, move, reader);
          const detail = detailOf(name, move);
          const waits = unsent.get(name);
          const Icon = done ? CircleCheck : Circle;
          return (
            <li key={name} className="flex min-h-11 items-center gap-3">
              <Icon
                role="img"
                aria-label={done ? 'Done' : 'To do'}
                className={done ? 'size-5 shrink-0 text-success' : 'size-5 shrink-0 text-muted'}
              />
              <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
                <span className="min-w-0 grow basis-28">
                  <span className="block wrap-anywhere">
                    {to ? (
                      <TextLink alone to={to} state={COMES_BACK_UNSENT}>
                        {STEP_NAMES[name]}
                      </TextLink>
                    ) : (
                      STEP_NAMES[name]
                    )}
                  </span>
                  {detail && <span className="block text-sm wrap-anywhere text-muted">{detail}</span>}
                </span>
                {waits && (
                  <UnsentBadge {...waits} words={waits.needsAttention ? 'Needs attention' : 'Unsent'} />
                )}
                {actionOf(name, done, move)}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
