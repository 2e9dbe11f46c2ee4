import type { ChangeLabels } from '../../subjects/audit/ChangeHistory.tsx';
import { LATE_FEE_LABELS } from '../../subjects/leases/lateFeeText.ts';

/** Where the list lies, and where each form leads back to. */
export const PROPERTIES = '/admin/propertyinfo';

export const changeLabels: ChangeLabels = {
  ...LATE_FEE_LABELS,
  property_name: { label: 'Property name' },
  address: { label: 'Address' },
  phone_number: { label: 'Phone' },
  total_units: { label: 'Number of units' },
  time_zone: { label: 'Time zone' },
  walking_order: { label: 'Walking order' },
};
