import type { Input } from '../../../../contract/http/route.ts';
import type { Routes } from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users/user.ts';
import type { DeviceTables, OutboxItem } from '../../engine/database.ts';
import type { Policies } from '../../engine/policies.ts';
import { updateCached } from '../../engine/reads/cachedReads.ts';

/** The data stored with an end of access, to show it. */
export interface ShownAccess {
  /** First and last name. */
  name: string;
  /** The home that they leave; null where they were listed in none. */
  home: string | null;
}

declare module '../../engine/database.ts' {
  interface StoredChanges {
    endAccess: { input: Input<Routes['endAccess']>; shown: ShownAccess };
  }
}

/** The end of somebody's access that this device has not sent. */
export type AccessItem = OutboxItem<'endAccess'>;

export function isAccessEnd(item: OutboxItem): item is AccessItem {
  return item.route === 'endAccess';
}

/** Whose access an unsent change ends. */
export function whoseAccess({ input }: Pick<AccessItem, 'input'>): number {
  return Number(input.params.id);
}

/** The unsent end of each person's access, by the person's id. */
export function accessEndsOf(items: readonly OutboxItem[] = []): ReadonlyMap<number, AccessItem> {
  return new Map(items.filter(isAccessEnd).map((item) => [whoseAccess(item), item]));
}

/** Takes a person out of the homes and leases in which they are listed no more, so that a step is done without another read. */
async function leaveHome(db: DeviceTables, userId: number, { id, unit, is_current_user }: User) {
  const livesIn = (home: number) => is_current_user && unit === home;
  await updateCached(db, userId, 'listUnits', (units) =>
    units.map((each) =>
      !livesIn(each.id) && each.tenant_info.some((tenant) => tenant.id === id)
        ? { ...each, tenant_info: each.tenant_info.filter((tenant) => tenant.id !== id) }
        : each,
    ),
  );
  const living = new Map<number, number>();
  await updateCached(db, userId, 'listLeases', (leases) =>
    leases.map((lease) => {
      const lived = lease.tenants.some((tenant) => tenant.id === id && tenant.lives_there);
      if (!lived || livesIn(lease.unit_id)) return lease;
      const tenants = lease.tenants.map((each) => (each.id === id ? { ...each, lives_there: false } : each));
      living.set(lease.id, tenants.filter(({ lives_there }) => lives_there).length);
      return { ...lease, tenants };
    }),
  );
  for (const [lease, living_there] of living) {
    const params = { id: String(lease) };
    await updateCached(db, userId, 'readMove', (move) => ({ ...move, living_there }), { params });
  }
}

export const accessPolicies: Pick<Policies, 'endAccess'> = {
  endAccess: {
    async applyResponse(db, { userId }, user) {
      await updateCached(db, userId, 'listUsers', (users) =>
        users.map((each) =>
          each.id === user.id
            ? { ...each, ...user, property_name: user.unit === null ? null : each.property_name }
            : each,
        ),
      );
      await leaveHome(db, userId, user);
    },
    irrevocable:
      'This may have reached Porchlight already. It can be changed once its answer is known; access is given again in Edit User.',
  },
};
