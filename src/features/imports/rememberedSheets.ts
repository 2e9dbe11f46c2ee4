import type { SheetPreview } from '../../../contract/imports/importPreview.ts';
import type { SheetCorrection } from '../../../contract/imports/imports.ts';

/** Identifies a sheet by its headings, in whichever file they are. */
export const headingsKey = ({ headings }: Pick<SheetPreview, 'headings'>) => headings.join('\n');

/** What was said before of sheets with these headings, in their order; undefined where nothing was. */
export function correctionsFor(
  sheets: readonly SheetPreview[],
  remembered: ReadonlyMap<string, SheetCorrection>,
): (SheetCorrection | null)[] | undefined {
  const found = sheets.map((sheet) => remembered.get(headingsKey(sheet)) ?? null);
  return found.some((correction) => correction !== null) ? found : undefined;
}
