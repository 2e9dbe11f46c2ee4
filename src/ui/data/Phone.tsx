/** Ten digits as ddd-ddd-dddd, however they were typed; undefined for any other number. */
export function phoneText(number: string): string | undefined {
  const digits = number.replace(/\D/g, '');
  return digits.length === 10 ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : undefined;
}

/** A number to call; one that is not ten digits stays as it was typed. */
export function Phone({ number, className }: { number: string; className?: string | undefined }) {
  return (
    <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className={className}>
      {phoneText(number) ?? number}
    </a>
  );
}
