/** A moment as a `datetime-local` field holds it: this device's clock, to the minute. */
export function toLocalField(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** What a `datetime-local` field says, as the contract's ISO moment; blank is null, which publishes now. */
export function fromLocalField(text: string, now: Date): string | null {
  // The field knows minutes only, so this minute, the earliest it offers, would be past by its seconds.
  if (text === '' || text === toLocalField(now)) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
