import { ImportOptions } from '../../../../contract/imports/imports.ts';
import { planImport } from '../../../../server/resources/imports/plan/planImport.ts';
import { encodingId } from '../../../../server/resources/imports/plan/readAll.ts';
import { readSheets } from '../../../../server/resources/imports/files/readSheets.ts';
import type { Records } from '../../../../server/resources/imports/records.ts';
import type { SheetFile } from '../sheets.ts';

const TODAY = '2026-11-20';

const nothing = (): Records => ({
  properties: [],
  units: [],
  people: [],
  leases: [],
  meters: [],
  openingEntries: [],
  firstOpenDay: null,
  peopleWithEntries: new Set(),
  rememberedSheets: new Map(),
});

/** What an import of these files into an empty community would add, with these answers. */
export async function planOf(
  files: readonly SheetFile[],
  answers: Readonly<Record<string, string>> = {},
  options: Readonly<Record<string, unknown>> = {},
) {
  const received = files.map(({ name, content }) => ({
    filename: name,
    bytes: Buffer.from(content as string),
    sha256: '',
  }));
  const parsed = ImportOptions.parse({ ...options, answers });
  const encodings = ['windows-1252', 'macintosh', 'cp437'] as const;
  const sheets = await readSheets(received, (place) =>
    encodings.find((encoding) => encoding === answers[encodingId(files[place]!.name)]),
  );
  return planImport(sheets, parsed, nothing(), TODAY);
}

/** Answers as the preview asks for them: a key with `*` in it is that of any question that fits. */
export function answersTo(
  ids: readonly string[],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, answer]) => {
      const [start = '', end = ''] = key.split('*');
      if (!key.includes('*')) return [[key, answer]];
      return ids.filter((id) => id.startsWith(start) && id.endsWith(end)).map((id) => [id, answer]);
    }),
  );
}
