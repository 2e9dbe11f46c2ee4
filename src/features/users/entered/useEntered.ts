import { InvitationChanged } from '../../../../contract/users/invitation.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import type { DraftVersion } from '../../../offline/engine/drafts.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import {
  isInvitation,
  isNewPerson,
  type InvitationItem,
  type PersonItem,
  type ShownPerson,
} from '../../../offline/subjects/people/invitations.ts';
import { useUnsentEntries } from '../../../subjects/ledger/unsent/useUnsentEntries.ts';

type PersonBody = PersonItem['input']['body'];
type InvitationBody = InvitationItem['input']['body'];

/** The people and invitations that wait on this device, and the one way in which they are written and changed. */
export function useEntered() {
  const entries = useUnsentEntries({
    isOne: (item: OutboxItem): item is PersonItem | InvitationItem => isNewPerson(item) || isInvitation(item),
    editDraft: editPersonDraft,
  });

  return {
    ...entries,
    people: entries.items.filter(isNewPerson),
    invitations: entries.items.filter(isInvitation),
    async add(body: PersonBody, shown: ShownPerson, draft: DraftVersion): Promise<void> {
      await entries.record({ route: 'createPerson', input: { body }, shown, draft }, messagesOf(body));
    },
    async change(item: PersonItem, body: PersonBody, shown: ShownPerson, draft: DraftVersion): Promise<void> {
      await entries.change(item.id, { body, photos: [], shown }, messagesOf(body), draft);
    },
    async invite(person: number, body: InvitationBody, shown: InvitationItem['shown']): Promise<void> {
      const input = { params: { id: String(person) }, body };
      const record = `invitation:${person}`;
      await entries.record({ route: 'invitePerson', input, shown, record }, invitedMessages(shown));
    },
    /** Invites all the same, by what stands since somebody changed it meanwhile. */
    async inviteAllTheSame(item: InvitationItem, stands: InvitationChanged): Promise<void> {
      const { unit, unit_number, property_name, access_since, withdrawn_at } = stands;
      const { by_email } = item.input.body;
      const body = { by_email, invited_at: null, unit, access_since, withdrawn_at };
      const shown = { ...item.shown, unit_number, property_name };
      await entries.change(item.id, { body, photos: [], shown }, invitedMessages(shown));
    },
    retry: (item: PersonItem | InvitationItem) =>
      entries.retry(
        item.id,
        item.route === 'createPerson' ? messagesOf(item.input.body) : invitedMessages(item.shown),
      ),
  };
}

export type Entered = ReturnType<typeof useEntered>;

/** What stands since somebody withdrew the invitation or changed the access meanwhile; undefined where nobody did. */
export function changedMeanwhile({
  refusal,
}: Pick<InvitationItem, 'refusal'>): InvitationChanged | undefined {
  if (refusal?.failure.code !== 'invitation_changed') return undefined;
  const changed = InvitationChanged.safeParse(refusal.failure.detail);
  return changed.success ? changed.data : undefined;
}

/** The name of the draft of an unsent person's edit. */
export function editPersonDraft(id: string): string {
  return `edit-person-${id}`;
}

/** The first and last name of somebody as they were written down. */
export function nameOf({ firstName, lastName }: Pick<PersonBody, 'firstName' | 'lastName'>): string {
  return fullNameOf({ first_name: firstName, last_name: lastName });
}

function messagesOf(body: PersonBody) {
  return {
    sent: body.invite
      ? `${nameOf(body)} was added and invited.`
      : `${nameOf(body)} was added, and can be invited now.`,
    refused: (reason: string) =>
      `${reason} What you wrote needs your attention below; nothing of it is lost.`,
  };
}

function invitedMessages({ name }: InvitationItem['shown']) {
  return {
    sent: `${name} is invited. Show the links to copy or print theirs.`,
    refused: (reason: string) => reason,
  };
}
