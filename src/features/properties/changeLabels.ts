import type { ChangeLabels } from '../../ChangeHistory.tsx';

/** Where the list lies, and where each form leads back to. */
export const PROPERTIES = '/admin/propertyinfo';

export const changeLabels: ChangeLabels = {
  property_name: { label: 'Property name' },
  address: { label: 'Address' },
  phone_number: { label: 'Phone' },
  total_units: { label: 'Number of units' },
  time_zone: { label: 'Time zone' },
};
