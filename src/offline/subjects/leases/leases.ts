import type { Input } from '../../../../contract/http/route.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { monthOf } from '../../../../contract/values/calendar.ts';
import type { Routes } from '../../../../contract/routes.ts';
import type { OutboxItem } from '../../engine/database.ts';
import type { Policies } from '../../engine/policies.ts';
import { nameLeaseInWalks } from '../inspections.ts';
import { replaceOrAdd, updateCached } from '../../engine/reads/cachedReads.ts';
import { isNewPerson, nameOfNewPerson } from '../people/invitations.ts';

/** Somebody on a new lease: by their id, or while they are unsent, by the id of the item that adds them. */
export type NamedTenant = { name: string } & ({ id: number } | { addedBy: string });

/** The data stored with a new lease, to show it. */
export interface ShownLease {
  unit_number: string;
  property_name: string;
  /** Who is billed is first. Those who are unsent are not in the body. */
  tenants: NamedTenant[];
}

declare module '../../engine/database.ts' {
  interface StoredChanges {
    createLease: {
      input: { params?: undefined; body: Input<Routes['createLease']>['body'] };
      shown: ShownLease;
    };
  }
}

/** A new lease that this device has not sent. */
export type LeaseItem = OutboxItem<'createLease'>;

export function isNewLease(item: OutboxItem): item is LeaseItem {
  return item.route === 'createLease';
}

/** The ids of those whom the server knows, who is billed first. */
export function knownTenants(tenants: readonly NamedTenant[]): number[] {
  return tenants.flatMap((tenant) => ('id' in tenant ? [tenant.id] : []));
}

/** What stands before the id of the item that makes a record, in place of the record's id. */
const UNSENT = 'new:';

/** What stands for the id of a lease or a person in addresses and in changes, while they are unsent: by the item that makes them. */
export function unsentIdOf({ id }: Pick<OutboxItem, 'id'>): string {
  return UNSENT + id;
}

/** The id by which addresses name a lease, sent or not; undefined for none. */
export function addressOfLease({
  lease_id,
  lease_made_by,
}: {
  lease_id: number | null;
  lease_made_by?: string | undefined;
}): string | undefined {
  if (lease_made_by !== undefined) return unsentIdOf({ id: lease_made_by });
  return lease_id === null ? undefined : String(lease_id);
}

/** The id of the item that makes a record; undefined for the id of one that the server has. */
export function makerIn(id: string): string | undefined {
  return id.startsWith(UNSENT) ? id.slice(UNSENT.length) : undefined;
}

/** For changes of a lease that may be unsent, whose id they have as a parameter. */
export const namesLease = {
  in({ input }: { input: { params: { id: string } } }): string[] {
    const madeBy = makerIn(input.params.id);
    return madeBy === undefined ? [] : [madeBy];
  },
  complete(item: { input: { params: { id: string } }; record: string }, madeBy: string, id: number): void {
    const params = { ...item.input.params, id: String(id) };
    item.record = item.record.replace(UNSENT + madeBy, params.id);
    item.input = { ...item.input, params };
  },
};

/** For changes that show the home of their lease, such as "Unit 2B, Linden House". */
export function showHome(item: { shown: { home: string } }, maker: OutboxItem): void {
  if (isNewLease(maker)) item.shown = { ...item.shown, home: unitLabel(maker.shown) };
}

export const leasePolicies: Pick<Policies, 'createLease'> = {
  createLease: {
    setRight: ({ body, ...input }, { wrong, right }) =>
      body.starts === wrong
        ? {
            ...input,
            body: {
              ...body,
              starts: right,
              // Moving in is charged from its month on.
              charges: body.charges.map((charge) =>
                charge.from_month === monthOf(wrong) ? { ...charge, from_month: monthOf(right) } : charge,
              ),
            },
          }
        : { ...input, body },
    made: ({ id }) => id,
    names: {
      in: ({ shown }) => shown.tenants.flatMap((tenant) => ('addedBy' in tenant ? [tenant.addedBy] : [])),
      complete(item, madeBy, id) {
        const tenants = item.shown.tenants.map((tenant) =>
          'addedBy' in tenant && tenant.addedBy === madeBy ? { name: tenant.name, id } : tenant,
        );
        item.shown = { ...item.shown, tenants };
        item.input = { ...item.input, body: { ...item.input.body, tenant_ids: knownTenants(tenants) } };
      },
      showRevised(item, maker) {
        if (!isNewPerson(maker)) return;
        const name = nameOfNewPerson(maker);
        const tenants = item.shown.tenants.map((tenant) =>
          'addedBy' in tenant && tenant.addedBy === maker.id ? { ...tenant, name } : tenant,
        );
        item.shown = { ...item.shown, tenants };
      },
    },
    async applyResponse(db, item, lease) {
      await nameLeaseInWalks(db, item, lease);
      await updateCached(db, item.userId, 'listLeases', replaceOrAdd(lease));
    },
    irrevocable:
      'This lease may have reached Porchlight already. It can be changed once its answer is known.',
  },
};
