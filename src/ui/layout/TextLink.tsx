import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

import { joinClasses } from './joinClasses.ts';

interface TextLinkProps extends Omit<ComponentProps<typeof Link>, 'className'> {
  /** Whether no text stands beside it: then it is as high as a finger on a phone. */
  alone?: boolean | undefined;
}

/** A link within a table or a list that looks like the text it stands in, underlined. */
export function TextLink({ alone = false, ...link }: TextLinkProps) {
  return (
    <Link
      className={joinClasses(
        'underline decoration-edge underline-offset-4 hover:decoration-current',
        // Inline, a comma stays with the name before it.
        alone ? 'inline-block min-h-6 max-md:-my-2.5 max-md:min-w-11 max-md:py-2.5' : 'py-0.5',
      )}
      {...link}
    />
  );
}
