import { useEffect, useRef, type ReactNode } from 'react';

/** The title of a step that took another one's place. It takes the focus, so that the step is read from its beginning. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLSpanElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <span ref={title} tabIndex={-1} className="outline-none">
      {children}
    </span>
  );
}
