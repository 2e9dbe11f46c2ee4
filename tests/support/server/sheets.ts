import type { ImportPreview } from '../../../contract/imports/importPreview.ts';
import type { Imported } from '../../../contract/imports/imports.ts';
import { manager, server } from './world.ts';

export interface SheetFile {
  name: string;
  /** Text is sent as UTF-8. */
  content: string | Uint8Array;
}

/** The form of an import of these files. */
function importForm(files: readonly SheetFile[], options: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(options)) form.append(name, text);
  for (const { name, content } of files) {
    form.append('files', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  }
  return form;
}

/** Lines of a CSV file. */
export const csv = (name: string, ...lines: string[]): SheetFile => ({
  name,
  content: `${lines.join('\r\n')}\r\n`,
});

export function sendPreview(files: readonly SheetFile[], options: Record<string, string> = {}) {
  return server.call('POST', '/imports/preview', { as: manager, form: importForm(files, options) });
}

export async function preview(
  files: readonly SheetFile[],
  options: Record<string, string> = {},
): Promise<ImportPreview> {
  const answer = await sendPreview(files, options);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json();
}

/** Every error of a preview as "line column: message". */
export function errorsOf({ sheets }: ImportPreview): string[] {
  return sheets.flatMap(({ errors }) =>
    errors.map(({ line, column, message }) => `${line} ${column ?? 'row'}: ${message}`),
  );
}

export function sendImport(
  files: readonly SheetFile[],
  options: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  return server.call('POST', '/imports', { as: manager, form: importForm(files, options), headers });
}

export async function importFiles(
  files: readonly SheetFile[],
  options: Record<string, string> = {},
): Promise<Imported> {
  const answer = await sendImport(files, options);
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json();
}
