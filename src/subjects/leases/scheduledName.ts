import { chargeName, type LeaseCharge } from '../../../contract/leases/lease.ts';
import type { ScheduledCharge } from '../../../contract/leases/leaseSchedule.ts';
import { monthName } from '../../../contract/values/calendar.ts';

/** Such as "Rent for May 2026". */
export function scheduledName({
  charge,
  month,
}: Pick<ScheduledCharge<LeaseCharge>, 'charge' | 'month'>): string {
  return `${chargeName(charge)} for ${monthName(month)}`;
}
