import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

import { FieldFrame, useField, type FieldProps } from './FieldFrame.tsx';

/** A native <select>, so that a phone shows its own picker. */
export function Select(props: FieldProps<ComponentProps<'select'>>) {
  const { frame, control, aria } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select {...control} {...aria} className="control appearance-none truncate pr-10" />
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-muted"
        />
      </div>
    </FieldFrame>
  );
}
