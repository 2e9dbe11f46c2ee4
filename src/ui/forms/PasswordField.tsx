import { useState, type ComponentProps } from 'react';

import { FieldFrame, useField, type FieldProps } from './FieldFrame.tsx';

/** A password field with a button that shows the text. Set `autoComplete` to "current-password" or "new-password". */
export function PasswordField(props: FieldProps<ComponentProps<'input'>>) {
  const { frame, control, aria } = useField(props);
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...control}
          {...aria}
          type={shown ? 'text' : 'password'}
          className="control pr-16"
        />
        {/* Named by its word alone, so that the label "Password" names one thing on the screen. */}
        <button
          type="button"
          aria-controls={frame.id}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 min-w-14 rounded-control px-3 text-sm font-semibold text-accent-ink -outline-offset-2"
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
    </FieldFrame>
  );
}
