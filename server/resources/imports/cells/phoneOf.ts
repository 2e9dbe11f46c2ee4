import { optionalPhone } from '../../../../contract/users/phone.ts';
import { fieldMessages } from '../../../../contract/http/failure.ts';
import { damageOf } from './plainWords.ts';
import type { ImportedRow } from '../plan/importedRow.ts';

/**
 * The phone number of a row; of several, as "Home: 555-0142, Cell: 555-0143", the first. What is none is left out with a note, since
 * files that were imported before people had a number have anything in that column.
 */
export function phoneOf(row: ImportedRow): string | null {
  const text = row.text('phone');
  const damage = damageOf(text);
  if (damage) {
    row.note(`The phone number is left out. ${damage}`);
    return null;
  }
  const [first, ...others] = text.split(/[,;](?!\s*(?:ext|x|#))/i).map(withoutLabel);
  const parsed = optionalPhone.safeParse(first ?? '');
  if (!parsed.success) {
    row.note(`The phone number is left out. ${Object.values(fieldMessages(parsed.error)).join(' ')}`);
    return null;
  }
  if (parsed.data === null) return null;
  row.values.phone = parsed.data;
  if (others.some((other) => other !== ''))
    row.note(`Of several phone numbers the first is kept: ${parsed.data}.`);
  return parsed.data;
}

/** Without what says whose or which number it is, as in "Phone: (217) 555-0102". */
const withoutLabel = (text: string) => text.replace(/^[\p{L}\s]+:/u, '').trim();
