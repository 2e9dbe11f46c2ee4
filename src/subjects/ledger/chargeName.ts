import { monthName } from '../../../contract/values/calendar.ts';

interface Charge {
  type: string;
  description: string;
  /** The first day of the month that a bill of utilities is for. */
  billed: string | null | undefined;
}

/** What a charge is for. A bill of utilities is described by all of its parts, so that its month says more. */
export function chargeName({ type, description, billed }: Charge): string {
  return billed ? `${type} for ${monthName(billed)}` : description;
}
