import * as z from 'zod/mini';

/** How the server says no: the same words in `message` and `error`, a stable word for programs in `code`. */
export const Failure = z.object({
  message: z.string(),
  error: z.string(),
  code: z.string(),
  /** For invalid input: the message of each field. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** What the person needs to see to decide, such as the record as it is now. */
  detail: z.optional(z.unknown()),
  /** The request's id in the server's log, where something went wrong on its side. */
  request_id: z.optional(z.string()),
});
export type Failure = z.infer<typeof Failure>;

export type Fields = Record<string, string>;

/** The first message of each field of a failed parse, by the field's dotted path. */
export function fieldsOf(error: z.core.$ZodError): Fields {
  const fields: Fields = {};
  for (const issue of error.issues) {
    fields[issue.path.join('.')] ??= issue.message;
  }
  return fields;
}
