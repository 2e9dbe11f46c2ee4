/** A unit's number without the words before it: "#101" and "Apt. 101" are 101. */
export function plainNumber(written: string): string {
  return (
    /^(?:#|(?:apartment|apt|unit|suite|ste|no|nr)\b\.?)\s*#?\s*(?=\S*\d)(\S.*)$/i.exec(written)?.[1] ??
    written
  );
}
