import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';

/** What management should know about the server, such as a disk that is nearly full. */
export const Warning = lazySchema(() =>
  z.object({
    /** Stable, for programs. */
    code: z.string(),
    message: z.string(),
  }),
);
export type Warning = z.infer<typeof Warning>;
