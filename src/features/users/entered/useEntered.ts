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
    retry: (item: PersonItem | InvitationItem) =>
      entries.retry(
        item.id,
        item.route === 'createPerson' ? messagesOf(item.input.body) : invitedMessages(item.shown),
      ),
  };
}

export type Entered = ReturnType<typeof useEntered>;

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
