import type { ListedUser } from '../../../contract/users/user.ts';
import {
  canBeInvited,
  invitationStateOf,
  type InvitationState,
} from '../../subjects/users/invitationState.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';
import { accessEndsOf } from '../../offline/subjects/people/access.ts';
import { AccessNote } from '../../subjects/users/access/AccessNote.tsx';
import { END_ACCESS } from '../../subjects/users/access/accessTexts.ts';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { TextLink } from '../../ui/layout/TextLink.tsx';
import { COMES_BACK, useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { ContactLinks } from './ContactLinks.tsx';

/** How somebody is reached, and what their account is. */
export function ContactCard({ person }: { person: ListedUser }) {
  const ends = accessEndsOf(useUnsent().items).get(person.id);
  const { open } = useDialogAddress();
  const { id, phone, email, username, unit_claim, is_manager, created_at } = person;
  return (
    <Card
      title="Contact"
      action={
        !is_manager && (
          <div className="flex flex-wrap gap-3">
            {person.is_current_user && !ends && (
              <Button variant="secondary" onClick={() => open({ [END_ACCESS]: String(id) })}>
                End Access
              </Button>
            )}
            <ButtonLink variant="secondary" to={`/admin/manage-users?edit=${id}`} state={COMES_BACK}>
              Edit User
            </ButtonLink>
          </div>
        )
      }
    >
      <div>
        {!phone && email === '' && <p className="text-muted">No phone number and no email address.</p>}
        <ContactLinks phone={phone} email={email} />
      </div>
      <DescriptionList
        items={[
          ...(unit_claim === null
            ? []
            : [
                {
                  label: 'Claimed unit',
                  value: <ToConfirm id={id} claim={unit_claim} active={person.is_current_user} />,
                },
              ]),
          {
            label: 'Account',
            value: (
              <>
                <AccountState person={person} /> <AccessNote item={ends} />
              </>
            ),
          },
          { label: 'Username', value: username },
          { label: 'Created', value: <Time value={created_at} /> },
        ]}
      />
    </Card>
  );
}

function ToConfirm({ id, claim, active }: { id: number; claim: string; active: boolean }) {
  return (
    <>
      {claim}
      {active && (
        <span className="block">
          <TextLink to={`/admin/manage-users?claim=${id}`}>Confirm in Manage Users</TextLink>
        </span>
      )}
    </>
  );
}

const INVITATIONS: Record<InvitationState, string> = {
  'not invited': 'Not invited yet',
  invited: 'Invited, without a password yet',
  expired: 'The invitation has expired',
};

function AccountState({ person }: { person: ListedUser }) {
  if (!person.is_current_user) return <>Not active</>;
  if (person.is_manager) return <>Manager</>;
  if (!canBeInvited(person)) return <>Active</>;
  return (
    <>
      {INVITATIONS[invitationStateOf(person)]}
      <span className="block">
        <TextLink to="/admin/invitations">Invitations</TextLink>
      </span>
    </>
  );
}
