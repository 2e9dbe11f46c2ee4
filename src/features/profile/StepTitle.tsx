import type { ReactNode } from 'react';

/** The title of a step that took another one's place. It takes the focus, so that the step is read from its beginning. */
export function StepTitle({ children }: { children: ReactNode }) {
  return (
    <span ref={focus} tabIndex={-1} className="outline-none">
      {children}
    </span>
  );
}

// With the element, and not by an effect, which could come after the first key of a quick typist.
const focus = (title: HTMLElement | null) => title?.focus();
