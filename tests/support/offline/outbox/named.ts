import type { Lease } from '../../../../contract/leases/lease.ts';
import type { ListedUser } from '../../../../contract/users/user.ts';
import type { OutboxItem } from '../../../../src/offline/engine/database.ts';
import { stateOf } from '../../../../src/offline/engine/outbox/itemState.ts';
import { queue } from '../../../../src/offline/engine/outbox/outbox.ts';
import { revise } from '../../../../src/offline/engine/outbox/revise.ts';
import { knownTenants, type NamedTenant } from '../../../../src/offline/subjects/leases/leases.ts';
import { communityDay } from '../../days.ts';
import { manager, server } from '../../server/world.ts';
import { MANAGER, ROBIN } from '../device.ts';
import { phone } from '../world.ts';

export const read = async <T>(path: string) => (await server.call('GET', path, { as: manager })).json<T>();
export const personBody = (firstName: string, email: string | null = null) => ({
  ...{ firstName, lastName: 'Brandt', email, phone: null, unit: null, invite: false },
});
export const nowhere = { unit_number: null, property_name: null };
/** Writes somebody down, and returns how a lease names them. */
export const writeDown = async (firstName: string, email?: string) => {
  const { id } = await queue({
    ...{ userId: MANAGER, route: 'createPerson', shown: nowhere },
    input: { body: personBody(firstName, email) },
  });
  return { addedBy: id, name: `${firstName} Brandt` };
};
export const ROBIN_HALE = { id: ROBIN, name: 'Robin Hale' };
export const shownLease = (tenants: NamedTenant[]) => ({
  ...{ unit_number: '101', property_name: 'Maple Court', tenants },
});
export const leaseBody = (tenants: NamedTenant[]) => ({
  ...{ unit_id: 1, starts: communityDay(), ends: null, proration: 'actual_days' as const, charges: [] },
  tenant_ids: knownTenants(tenants),
});
export const lease = (tenants: NamedTenant[]) =>
  queue({
    ...{ userId: MANAGER, route: 'createLease', shown: shownLease(tenants) },
    input: { body: leaseBody(tenants) },
  });
export const reviseLease = ({ id }: OutboxItem, tenants: NamedTenant[]) =>
  revise(id, { body: leaseBody(tenants), shown: shownLease(tenants), photos: [] });
export const handOver = (id: string) =>
  queue({
    ...{ userId: MANAGER, route: 'setKeys', shown: { home: 'Unit 101, Maple Court' }, record: `move:${id}` },
    input: { params: { id }, body: { keys: 'handed over' as const, done: true } },
  });
export const receive = (id: string) =>
  queue({
    ...{
      userId: MANAGER,
      route: 'addDepositEntry',
      shown: { name: 'Robin Hale', unit: 'Unit 101, Maple Court' },
    },
    input: { params: { id }, body: { kind: 'Received' as const, amount: 500 } },
  });
export const onServer = async () =>
  (await read<Lease[]>('/leases'))
    .filter(({ ends }) => ends === null)
    .map(({ id, tenants }) => ({ id, tenants: tenants.map(({ first_name }) => first_name) }));
export const people = async (firstName: string) =>
  (await read<ListedUser[]>('/users')).filter(({ first_name }) => first_name === firstName);
export const states = async () =>
  (await phone.waiting()).map((item) => [item.route, stateOf(item, undefined)]);
