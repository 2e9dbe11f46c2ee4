import type { FieldMessages } from '../../contract/http/failure.ts';

/** What is wrong with a body's fields, at the fields of the form. `named`: how the form names those that the body names otherwise. */
export function fieldsOfForm(
  fields: FieldMessages,
  named: Readonly<Record<string, string>> = {},
): FieldMessages {
  return Object.fromEntries(Object.entries(fields).map(([name, message]) => [named[name] ?? name, message]));
}
