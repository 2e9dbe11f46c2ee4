import type { ComponentProps } from 'react';

import { FieldFrame, useField, type FieldProps } from './FieldFrame.tsx';

export function TextArea(props: FieldProps<ComponentProps<'textarea'>>) {
  const { frame, control, aria } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea {...control} {...aria} className="control resize-y leading-normal" />
    </FieldFrame>
  );
}
