import type { TodayGroup } from '../../../contract/today/today.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { daysSince, daysText } from './dayWords.ts';

/** In one sentence, of kinds whose first rows stand in cards of their own below; undefined of others. */
export function sumOf({ kind, total, rows: [first] }: TodayGroup): string | undefined {
  const since = first?.day ? daysSince(first.day) : 0;
  const longest = since > 0 ? ` for ${daysText(since)}` : '';
  if (kind === 'late') {
    if (total > 1) return `${numberText(total)} tenants are late, the longest${longest}`;
    return since > 0 ? `1 tenant is ${daysText(since)} late` : '1 tenant is late';
  }
  if (kind === 'request') {
    if (total > 1) return `${numberText(total)} requests are open, the oldest${longest || ' since today'}`;
    return since > 0 ? `1 request has been open${longest}` : '1 request is open';
  }
  return undefined;
}
