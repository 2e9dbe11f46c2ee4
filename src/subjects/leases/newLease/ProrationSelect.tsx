import type { ComponentProps } from 'react';
import { PRORATIONS } from '../../../../contract/leases/leaseSchedule.ts';
import { PRORATION_NAMES } from '../prorationText.ts';
import { Select } from '../../../ui/forms/Select.tsx';

/** How the months of move-in and move-out are charged. */
export function ProrationSelect(props: Omit<ComponentProps<typeof Select>, 'label'>) {
  return (
    <Select label="Proration" help="How the months of move-in and move-out are charged." {...props}>
      {PRORATIONS.map((proration) => (
        <option key={proration} value={proration}>
          {PRORATION_NAMES[proration]}
        </option>
      ))}
    </Select>
  );
}
