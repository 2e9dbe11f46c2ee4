import type { Lease } from '../../../../contract/leases/lease.ts';
import type { NewShares } from '../../../../contract/leases/shares.ts';

/** Somebody who rents by the lease, or could. */
export interface Person {
  id: number;
  first_name: string;
  last_name: string;
}

/** As the fields have them: of those who are billed after the first, the ids, and the shares of all as `2=60,3=40`. */
export interface Typed {
  billed: string;
  others: string;
  shares_in: '' | NewShares['in'];
  shares: string;
  /** A name a line. */
  guarantors: string;
  occupants: string;
}

/** Those who rent by it, and then who is confirmed in its unit. */
export function peopleOf({ tenants }: Lease, confirmed: readonly Person[]): Person[] {
  return [...tenants, ...confirmed.filter(({ id }) => !tenants.some((tenant) => tenant.id === id))];
}

export function typedOf({ tenants, shares_in, guarantors = [], occupants = [] }: Lease): Typed {
  const [billed, ...others] = tenants;
  return {
    billed: String(billed?.id ?? ''),
    others: others.map(({ id }) => id).join(),
    shares_in: shares_in ?? '',
    shares: shares_in ? tenants.map(({ id, share }) => `${id}=${share ?? 0}`).join() : '',
    guarantors: guarantors.join('\n'),
    occupants: occupants.join('\n'),
  };
}

/** The ids of the tenants, who is billed first. */
export function tenantsOf({ billed, others }: Typed): number[] {
  return [billed, ...others.split(',')].filter((id) => id !== '').map(Number);
}

/** What is typed for each tenant. */
export function sharesOf({ shares }: Typed): Map<number, string> {
  const pairs = shares.split(',').filter((pair) => pair !== '');
  return new Map(pairs.map((pair) => [Number(pair.split('=')[0]), pair.split('=')[1] ?? '']));
}
