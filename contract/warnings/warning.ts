import * as z from 'zod/mini';

/** What management should know about the server, such as a disk that is nearly full. */
export const Warning = z.object({
  /** Stable, for programs. */
  code: z.string(),
  message: z.string(),
});
export type Warning = z.infer<typeof Warning>;
