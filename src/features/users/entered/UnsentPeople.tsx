import { unitLabel } from '../../../../contract/units/unit.ts';
import type { InvitationChanged } from '../../../../contract/users/invitation.ts';
import type { InvitationItem, PersonItem } from '../../../offline/subjects/people/invitations.ts';
import { useOutbox } from '../../../offline/subjects/useOutbox.ts';
import { useCommunity } from '../../../subjects/community/community.ts';
import { UnsentEntry } from '../../../subjects/ledger/unsent/UnsentEntry.tsx';
import { timeText } from '../../../ui/data/Time.tsx';
import { changedMeanwhile, nameOf, type Entered } from './useEntered.ts';

interface UnsentPeopleProps {
  entered: Entered;
  onEdit: (item: PersonItem) => void;
}

/** The people and invitations that wait on this device, and what can be done with each. */
export function UnsentPeople({ entered, onEdit }: UnsentPeopleProps) {
  if (entered.items.length === 0) return <></>;
  return (
    <section aria-label="Unsent invitations" className="mb-6">
      <ul role="list" className="flex flex-col gap-4">
        {entered.people.map((item) => (
          <li key={item.id}>
            <UnsentPerson {...{ item, entered }} onEdit={() => onEdit(item)} />
          </li>
        ))}
        {entered.invitations.map((item) => (
          <li key={item.id}>
            <UnsentInvitation {...{ item, entered }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UnsentPerson({ item, entered, onEdit }: { item: PersonItem; entered: Entered; onEdit: () => void }) {
  const { body } = item.input;
  const mails = useCommunity()?.sends_mail === true;
  const { items = [] } = useOutbox();
  const isNamed = items.some(({ awaits = [] }) => awaits.includes(item.id));
  return (
    <UnsentEntry
      item={item}
      sending={entered.sending}
      title={`New person: ${nameOf(body)}`}
      answer={{ label: 'Try again', act: () => entered.retry(item) }}
      onEdit={onEdit}
      discardQuestion={`Discard ${nameOf(body)}? Nobody is added.${isNamed ? ' What names them, such as a lease or a payment, stays and needs your attention.' : ''}`}
      discard={() => entered.discard(item)}
    >
      {unitLabel(item.shown)}
      {body.email && ` · ${body.email}`}
      {body.phone && ` · ${body.phone}`}
      <span className="block text-sm text-muted">
        {body.invite ? wayOf(mails && Boolean(body.email)) : 'Not invited with it.'}
      </span>
    </UnsentEntry>
  );
}

function UnsentInvitation({ item, entered }: { item: InvitationItem; entered: Entered }) {
  const { shown, input } = item;
  const changed = changedMeanwhile(item);
  return (
    <UnsentEntry
      item={item}
      sending={entered.sending}
      title={`Invitation of ${shown.name}`}
      refusedSince={changed && changedText(changed)}
      answer={
        changed
          ? { label: 'Invite', act: () => entered.inviteAllTheSame(item, changed) }
          : { label: 'Try again', act: () => entered.retry(item) }
      }
      discardQuestion={`Discard the invitation of ${shown.name}? They are not invited.`}
      discard={() => entered.discard(item)}
    >
      {unitLabel(shown)}
      <span className="block text-sm text-muted">{wayOf(input.body.by_email)}</span>
    </UnsentEntry>
  );
}

/** What somebody else decided meanwhile. */
function changedText(changed: InvitationChanged): string {
  const { unit, withdrawn_at } = changed;
  const withdrawn =
    withdrawn_at === null
      ? ''
      : `, and their invitation was withdrawn on ${timeText(withdrawn_at, 'dateTime')}`;
  const stands = unit === null ? 'are listed in no home' : `are listed in ${unitLabel(changed)}`;
  return `Somebody else changed this meanwhile: they ${stands}${withdrawn}. Invite them all the same?`;
}

/** How the link reaches somebody. */
function wayOf(byEmail: boolean): string {
  return byEmail
    ? 'The link goes to them by e-mail once this is sent.'
    : 'The link is made once this is sent: copy or print it here then.';
}
