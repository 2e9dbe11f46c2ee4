/** Formats ten digits as ddd-ddd-dddd; undefined for any other number. */
export function phoneText(number: string): string | undefined {
  const digits = number.replace(/\D/g, '');
  return digits.length === 10 ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : undefined;
}

/** A link to call a phone number. */
export function Phone({ number, className }: { number: string; className?: string | undefined }) {
  return (
    <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className={className}>
      {phoneText(number) ?? number}
    </a>
  );
}
