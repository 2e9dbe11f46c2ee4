import { dayAbove } from '../columns/titles.ts';
import type { ImportedSheet } from './importedSheet.ts';

/** The day of balances whose rows have none, as the titles above them say; undefined where none does, or they differ. */
export function balancesDay(imported: readonly ImportedSheet[], today: string): string | undefined {
  const undated = imported.filter(
    ({ matched: { columns } }) => 'amount' in columns && !('effective_on' in columns),
  );
  const days = new Set(undated.map(dayOf));
  const [day] = days;
  if (days.size !== 1 || day === undefined || day > today) return undefined;
  for (const { notes } of undated) notes.push(`Its balances are those of ${day}, as its title says.`);
  return day;
}

function dayOf({ sheet, matched, rows }: ImportedSheet): string | undefined {
  const [row] = rows;
  if (!row) return undefined;
  const { styles, order, from1904 } = row.sheet;
  return dayAbove(sheet, matched, { order: styles.order ?? order, from1904 });
}
