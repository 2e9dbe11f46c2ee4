import type { AuditValue } from '../../../contract/audit/audit.ts';
import { toCents } from '../../../contract/values/money.ts';
import { propertyLabel, type Property } from '../../../contract/properties/property.ts';
import type { ChangeLabels } from '../audit/ChangeHistory.tsx';
import { moneyText } from '../../ui/data/Money.tsx';

/** Where the list lies, and where each form leads back to. */
export const UNITS = '/admin/units';

/** How the changes of a unit are told; a property that is gone keeps its number. */
export function changeLabels(properties: readonly Property[] = []): ChangeLabels {
  const nameOf = (value: AuditValue) => {
    const property = properties.find(({ id }) => id === value);
    return property ? propertyLabel(property, properties) : `property ${String(value)}`;
  };
  return {
    property_id: { label: 'Property', text: nameOf },
    unit_number: { label: 'Unit number' },
    rent_amount: { label: 'Rent amount', text: (value) => moneyText(toCents(Number(value))) },
    notes: { label: 'Notes' },
    tenants: { label: 'Tenants' },
  };
}
