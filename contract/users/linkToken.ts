import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';

/** The message for a link of which a part is missing. */
export const BROKEN_LINK = 'This link is not whole. Please open it again from where you got it.';

/** The secret part of a link, behind its `#`, so that no request for the page tells it. */
export const LinkToken = lazySchema(() =>
  z.string(BROKEN_LINK).check(z.regex(/^[\w-]{20,100}$/, BROKEN_LINK)),
);

export const LinkBody = lazySchema(() => z.object({ token: LinkToken }));
