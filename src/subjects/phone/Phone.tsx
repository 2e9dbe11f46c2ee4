import { phoneParts } from '../../../contract/values/phoneParts.ts';

/** Formats ten digits as ddd-ddd-dddd; undefined for any other number. */
export function phoneText(typed: string): string | undefined {
  const { number, extension } = phoneParts(typed);
  const digits = number.replace(/\D/g, '');
  if (digits.length !== 10 || extension !== undefined) return undefined;
  return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** A link to call a phone number, and its extension. https://www.rfc-editor.org/rfc/rfc3966#section-3 */
export function Phone({ number: typed, className }: { number: string; className?: string | undefined }) {
  const { number, extension } = phoneParts(typed);
  const called = `tel:${number.replace(/[^\d+]/g, '')}`;
  return (
    <a href={extension === undefined ? called : `${called};ext=${extension}`} className={className}>
      {phoneText(typed) ?? typed}
    </a>
  );
}
