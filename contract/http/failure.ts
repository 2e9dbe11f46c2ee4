import type * as z from 'zod/mini';
import type { Failure as FailureSchema } from './failureSchema.ts';

export type Failure = z.infer<typeof FailureSchema>;

export type FieldMessages = Record<string, string>;

/** Whether a body is a refusal's, as its schema says. Without zod, since every call needs it and the login screen loads no schema. */
export function isFailure(body: unknown): body is Failure {
  if (!isRecord(body)) return false;
  const { message, error, code, fields, request_id } = body;
  return (
    [message, error, code].every(isText) &&
    (fields === undefined || (isRecord(fields) && Object.values(fields).every(isText))) &&
    (request_id === undefined || isText(request_id))
  );
}

const isText = (value: unknown) => typeof value === 'string';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first message of each field of a failed parse, by the field's dotted path. */
export function fieldMessages(error: z.core.$ZodError): FieldMessages {
  const fields: FieldMessages = {};
  for (const issue of error.issues) {
    fields[issue.path.join('.')] ??= issue.message;
  }
  return fields;
}
