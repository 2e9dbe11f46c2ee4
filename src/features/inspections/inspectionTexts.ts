import type { InspectedItem } from '../../../contract/inspections/inspection.ts';

/** What was found of an item: "Damaged – scratched". */
export function foundText({ condition, remark }: Pick<InspectedItem, 'condition' | 'remark'>): string {
  return [condition ?? 'Not inspected', remark].filter(Boolean).join(' – ');
}
