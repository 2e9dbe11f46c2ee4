import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';

/** The body of every refusal: the same text in `message` and `error`, and a stable `code` for programs. */
export const Failure = lazySchema(() =>
  z.object({
    message: z.string(),
    error: z.string(),
    code: z.string(),
    /** For invalid input: the message for each field. */
    fields: z.optional(z.record(z.string(), z.string())),
    /** What the person needs to decide, such as the current record. */
    detail: z.optional(z.unknown()),
    /** For a fault of the server: the request's id in its log. */
    request_id: z.optional(z.string()),
  }),
);
