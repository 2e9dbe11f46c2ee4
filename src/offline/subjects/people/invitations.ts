import type { Input } from '../../../../contract/http/route.ts';
import type { Routes } from '../../../../contract/routes.ts';
import { fullNameOf, type ListedUser } from '../../../../contract/users/user.ts';
import type { OutboxItem } from '../../engine/database.ts';
import type { Policies } from '../../engine/policies.ts';
import { replaceOrAdd, updateCached } from '../../engine/reads/cachedReads.ts';

/** The data stored with a new person, to show where they live. */
export interface ShownPerson {
  unit_number: string | null;
  property_name: string | null;
}

declare module '../../engine/database.ts' {
  interface StoredChanges {
    createPerson: {
      input: { params?: undefined; body: Input<Routes['createPerson']>['body'] };
      shown: ShownPerson;
    };
    /** `name` is the first and last name. */
    invitePerson: { input: Input<Routes['invitePerson']>; shown: ShownPerson & { name: string } };
  }
}

/** A person whom this device has not sent. */
export type PersonItem = OutboxItem<'createPerson'>;
/** An invitation of somebody who is there already, which this device has not sent. */
export type InvitationItem = OutboxItem<'invitePerson'>;

export function isNewPerson(item: OutboxItem): item is PersonItem {
  return item.route === 'createPerson';
}

/** Their first and last name, as they were written down. */
export function nameOfNewPerson({ input: { body } }: PersonItem): string {
  return fullNameOf({ first_name: body.firstName, last_name: body.lastName });
}

export function isInvitation(item: OutboxItem): item is InvitationItem {
  return item.route === 'invitePerson';
}

/** The unsent invitation of each person, by the person's id. */
export function invitationsOf(items: readonly OutboxItem[] = []): ReadonlyMap<number, InvitationItem> {
  return new Map(items.filter(isInvitation).map((item) => [Number(item.input.params.id), item]));
}

export const invitationPolicies: Pick<Policies, 'createPerson' | 'invitePerson'> = {
  createPerson: {
    made: ({ id }) => id,
    async applyResponse(db, { userId, input: { body }, shown, capturedAt }, person) {
      const listed: ListedUser = {
        ...person,
        property_name: person.unit === null ? null : shown.property_name,
        ...{ removal: null, has_password: false, access_since: null },
        // Its exact time is the server's, and comes with the next reading.
        invited_at: body.invite ? capturedAt : null,
      };
      await updateCached(db, userId, 'listUsers', replaceOrAdd(listed));
      const { id, first_name, last_name, unit } = person;
      await updateCached(db, userId, 'listUnits', (units) =>
        units.map((each) =>
          each.id === unit && each.tenant_info.every((tenant) => tenant.id !== id)
            ? { ...each, tenant_info: [...each.tenant_info, { id, first_name, last_name }] }
            : each,
        ),
      );
    },
    irrevocable:
      'This person may have reached Porchlight already. What you wrote can be changed once the answer is known.',
  },
  invitePerson: {
    applyResponse: (db, { userId }, { user_id, invited_at }) =>
      updateCached(db, userId, 'listUsers', (users) =>
        users.map((each) => (each.id === user_id ? { ...each, invited_at } : each)),
      ),
    irrevocable:
      'This invitation may have reached Porchlight already. It can be withdrawn once its answer is known.',
  },
};
