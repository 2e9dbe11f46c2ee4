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
  deposit_return_days: { label: 'Deposits returned within (days)' },
  deposit_interest: { label: 'Interest of deposits' },
  deposit_percent: { label: 'Interest of deposits, percent a year' },
  walking_order: { label: 'Walking order' },
};
