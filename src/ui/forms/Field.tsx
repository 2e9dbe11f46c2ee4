import type { ComponentProps, ReactNode } from 'react';

import { joinClasses } from '../layout/joinClasses.ts';
import { FieldFrame, useField, type FieldProps } from './FieldFrame.tsx';

interface OneLineProps extends FieldProps<ComponentProps<'input'>> {
  /** For a number use text with `inputMode` and `parseNumber` or `parseAmount`, so that an invalid number stays visible. */
  type?: 'text' | 'email' | 'tel' | 'date' | 'time' | 'datetime-local' | undefined;
  /** A unit before the text, such as "$". */
  before?: string | undefined;
  /** A button beside the text, as high as it. */
  beside?: ReactNode;
}

/** A one-line field; spread `register('name')` on it. `required` only marks it; the form validates. */
export function Field({ before, beside, ...props }: OneLineProps) {
  const { frame, control, aria } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative flex gap-2">
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
          className={joinClasses('control min-w-0', control.inputMode && 'tabular-nums', before && 'pl-7')}
        />
        {beside}
      </div>
    </FieldFrame>
  );
}
