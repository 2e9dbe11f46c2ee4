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
export type Failure = z.infer<typeof Failure>;

export type FieldMessages = Record<string, string>;

/** The first message of each field of a failed parse, by the field's dotted path. */
export function fieldMessages(error: z.core.$ZodError): FieldMessages {
  const fields: FieldMessages = {};
  for (const issue of error.issues) {
    fields[issue.path.join('.')] ??= issue.message;
  }
  return fields;
}
