import type { TenantBalance } from '../../../contract/ledger.ts';

export function nameOf({ first_name, last_name }: Pick<TenantBalance, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`;
}

/** "Unit 101, Maple Court", or that there is none. */
export function placeOf({
  unit_number,
  property_name,
}: Pick<TenantBalance, 'unit_number' | 'property_name'>): string {
  if (!unit_number) return 'No unit';
  return property_name ? `Unit ${unit_number}, ${property_name}` : `Unit ${unit_number}`;
}
