import type { ComponentProps } from 'react';

import { joinClasses } from '../layout/joinClasses.ts';
import { FieldFrame, useField, type FieldProps } from './FieldFrame.tsx';

interface OneLineProps extends FieldProps<ComponentProps<'input'>> {
  /** A number is text with `inputMode`, so that what is none stays in sight; read it with `parseNumber`. */
  type?: 'text' | 'email' | 'tel' | 'datetime-local' | undefined;
  /** A unit said before what is typed, such as "$". */
  before?: string | undefined;
}

/** A one-line field; spread `register('name')` on it. `required` marks it and leaves the checking to the form. */
export function Field({ before, ...props }: OneLineProps) {
  const { frame, control, aria } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        {before && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted"
          >
            {before}
          </span>
        )}
        <input
          {...control}
          {...aria}
          className={joinClasses('control', control.inputMode && 'tabular-nums', before && 'pl-7')}
        />
      </div>
    </FieldFrame>
  );
}
