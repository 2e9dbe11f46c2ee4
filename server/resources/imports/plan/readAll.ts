import type { ImportOptions } from '../../../../contract/imports/imports.ts';
import { findHeadings } from '../columns/findHeadings.ts';
import type { RememberedSheets } from '../rememberedSheets.ts';
import type { Sheet } from '../files/sheet.ts';
import { ENCODING_NAMES, importedSheet, type ImportedSheet } from './importedSheet.ts';
import { keyOf, type Places } from './places.ts';
import type { Questions } from './questions.ts';
import { unsaidProperty } from './unsaidProperty.ts';
import { withPauses } from '../withPauses.ts';

interface Reading {
  options: ImportOptions;
  questions: Questions;
  places: Places;
  rememberedSheets: RememberedSheets;
  firstMonth: string;
}

/** Reads what all sheets contain. */
export async function readAll(
  sheets: readonly Sheet[],
  { places, ...reading }: Reading,
): Promise<ImportedSheet[]> {
  const named = sheetsOfProperties(sheets);
  const imported: ImportedSheet[] = [];
  for await (const [place, sheet] of withPauses(sheets.entries())) {
    const found = await importedSheet(sheet, {
      ...reading,
      place,
      propertyOf: (text) => propertyAndAddress(text, places),
      unsaidProperty: (title) => unsaidProperty(title, places, reading.questions),
      propertyOfSheet: named.has(sheet) ? (sheet.sheet ?? undefined) : undefined,
    });
    imported.push(found);
  }
  return imported;
}

/** Of a property's name and address together; a longer text is none of both. */
const LONGEST_WITH_ADDRESS = 500;

/** A property such as "Maple House - 1 Maple Street, Springfield", as some programs write it, by its name and address. */
function propertyAndAddress(text: string, places: Places): { name: string; address: string } {
  if (text.length > LONGEST_WITH_ADDRESS) return { name: text, address: '' };
  const [, name = '', address = ''] = /^(.+?) - (\d+\b.*)$/.exec(text) ?? [];
  return address === '' || places.named(text).length > 0 ? { name: text, address: '' } : { name, address };
}

/** The name of a sheet that is none of a property: as programs name it, or of a time. */
const NO_PROPERTY =
  /^(?:(?:sheet|page|report|table|tabelle|hoja|feuil)[ _]?\d*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*[ -]?\d*|\d+|q\d.*|people|tenants|residents|units|balances|leases)$/iu;

/** The sheets of workbooks with a sheet for each property: several have the same headings, none of which is a property. */
function sheetsOfProperties(sheets: readonly Sheet[]): Set<Sheet> {
  const groups = new Map<string, Sheet[]>();
  for (const sheet of sheets) {
    if (sheet.sheet === null || sheet.isHidden || NO_PROPERTY.test(sheet.sheet)) continue;
    const key = `${sheet.file}\n${findHeadings(sheet).headings.map(keyOf).join('\n')}`;
    groups.set(key, [...(groups.get(key) ?? []), sheet]);
  }
  return new Set([...groups.values()].filter((group) => group.length > 1).flat());
}

/** Asks what the letters of a file are, where several encodings are as likely. */
export function askForEncodings(sheets: readonly Sheet[], questions: Questions): void {
  for (const [place, { file, encoding }] of sheets.entries()) {
    if (!encoding?.candidates) continue;
    questions.choose({
      id: encodingId(file),
      sheet: place,
      text: `How are the letters of ${file} read?`,
      choices: encoding.candidates.map(({ encoding: value, examples }) => ({
        value,
        label: `As ${ENCODING_NAMES[value] ?? value}`,
        examples,
      })),
    });
  }
}

export const encodingId = (file: string) => `encoding:${file}`;
