import { unitLabel, type Unit } from '../../../../contract/units/unit.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import type { DraftVersion } from '../../../offline/engine/drafts.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import { waitForOutcome } from '../../../offline/engine/outbox/outcomes.ts';
import {
  isNewLease,
  type LeaseItem,
  type NamedTenant,
  type ShownLease,
} from '../../../offline/subjects/leases/leases.ts';
import { isNewPerson, nameOfNewPerson } from '../../../offline/subjects/people/invitations.ts';
import { useOutbox } from '../../../offline/subjects/useOutbox.ts';
import { useUnsentEntries } from '../../ledger/unsent/useUnsentEntries.ts';

type LeaseBody = LeaseItem['input']['body'];

/** The leases that wait on this device, and the one way in which they are written and changed. */
export function useNewLeases() {
  const entries = useUnsentEntries({ isOne: isNewLease, editDraft: editLeaseDraft });
  const { submit } = useOutbox();
  return {
    ...entries,
    /** Resolves to the id of the item, once it is known whether it is sent. */
    async add(body: LeaseBody, shown: ShownLease, draft: DraftVersion): Promise<string> {
      const id = await submit({ route: 'createLease', input: { body }, shown, draft });
      await waitForOutcome(id);
      return id;
    },
    async change(item: LeaseItem, body: LeaseBody, shown: ShownLease, draft: DraftVersion): Promise<void> {
      await entries.change(item.id, { body, photos: [], shown }, messagesOf(shown), draft);
    },
    retry: (item: LeaseItem) => entries.retry(item.id, messagesOf(item.shown)),
  };
}

export type NewLeases = ReturnType<typeof useNewLeases>;

/** The name of the draft of an unsent lease's edit. */
export function editLeaseDraft(id: string): string {
  return `edit-lease-${id}`;
}

/** Who lives in a unit, with who was written down on this device and is unsent. */
export function homeTenants(
  { id: unit, tenant_info }: Pick<Unit, 'id' | 'tenant_info'>,
  items: readonly OutboxItem[],
): NamedTenant[] {
  const unsent = items.filter(isNewPerson).filter(({ input }) => input.body.unit === unit);
  return [
    ...tenant_info.map((tenant) => ({ id: tenant.id, name: fullNameOf(tenant) })),
    ...unsent.map((item) => ({ addedBy: item.id, name: nameOfNewPerson(item) })),
  ];
}

/** Said once a lease is sent. */
export function addedText(shown: Pick<ShownLease, 'unit_number' | 'property_name'>): string {
  return shown.unit_number === '' ? 'The lease was added.' : `The lease of ${unitLabel(shown)} was added.`;
}

function messagesOf(shown: ShownLease) {
  return {
    sent: addedText(shown),
    refused: (reason: string) => `${reason} What you wrote needs your attention; nothing of it is lost.`,
  };
}
