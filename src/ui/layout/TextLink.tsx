import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

import { joinClasses } from './joinClasses.ts';

/** A link within a table or a list that looks like the text it stands in, underlined. */
export function TextLink({ className, ...link }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={joinClasses(
        // Inline, so that a comma stays with the name before it.
        'py-0.5 underline decoration-edge underline-offset-4 hover:decoration-current',
        className,
      )}
      {...link}
    />
  );
}
