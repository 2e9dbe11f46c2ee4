import type { ComponentProps } from 'react';

import { FieldHelp, useField, type FieldProps } from './FieldFrame.tsx';

export function Checkbox(props: FieldProps<ComponentProps<'input'>>) {
  const { frame, control, aria } = useField(props);
  return (
    <div className={frame.className}>
      <label htmlFor={frame.id} className="flex min-h-11 items-center gap-3 font-medium">
        <input {...control} {...aria} type="checkbox" className="checkbox" />
        {frame.label}
      </label>
      <FieldHelp id={frame.id} help={frame.help} error={frame.error} className="pl-8" />
    </div>
  );
}
