import type { UpkeepPlan } from '../../../contract/upkeep/upkeep.ts';

/** How often it recurs. */
export function everyText(months: number): string {
  if (months === 1) return 'Every month';
  if (months === 12) return 'Every year';
  return months % 12 === 0 ? `Every ${months / 12} years` : `Every ${months} months`;
}

/** The name of a plan: the first line of what is to be done. */
export function firstLine(information: string): string {
  return information.trim().split('\n')[0] ?? '';
}

/** What became of the last requests. */
export function openText({ open }: UpkeepPlan): string {
  if (open === 0) return 'all done';
  return open === 1 ? '1 request is open' : `${open} requests are open`;
}
