import { useMemo } from 'react';
import { sharedLease } from '../../../../contract/leases/homeAccount.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { useCachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { isoDay } from '../../../ui/data/Time.tsx';

/** A home that a tenant may pay for who is not billed for it. */
export interface PaidHome {
  unit_number: string;
  /** Who is billed: the id, and first and last name. */
  user_id: number;
  name: string;
}

/** The one of a tenant, as far as this device knows the leases; undefined where there is none. */
export function usePaidHome(tenant: number): PaidHome | undefined {
  const { data: leases } = useCachedQuery('listLeases', {});
  return useMemo(() => {
    const rented = (leases ?? [])
      .filter(({ tenants }) => tenants.some(({ id }) => id === tenant))
      .map((lease) => ({ ...lease, billed: lease.tenants[0]?.id === tenant }));
    const home = sharedLease(rented, isoDay());
    const billed = home?.tenants[0];
    return home && billed && { unit_number: home.unit_number, user_id: billed.id, name: fullNameOf(billed) };
  }, [leases, tenant]);
}
