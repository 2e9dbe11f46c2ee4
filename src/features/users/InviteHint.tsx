import { MailPlus } from 'lucide-react';
import type { ListedUser } from '../../../contract/users/user.ts';
import { Time } from '../../ui/data/Time.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { invitationStateOf } from '../../subjects/users/invitationState.ts';

/** That somebody has no password yet, with the way to invite them. */
export function InviteHint({ user }: { user: ListedUser }) {
  const state = invitationStateOf(user);
  return (
    <section aria-label="Invitation" className="flex flex-col gap-3 rounded-card border border-line p-4">
      <p className="text-muted">
        They have no password yet, and cannot sign in.{' '}
        {state !== 'not invited' && user.invited_at && (
          <>
            They were invited <Time value={user.invited_at} />
            {state === 'expired' ? ', which is too long ago' : ''}.
          </>
        )}
      </p>
      <ButtonLink
        variant="secondary"
        icon={MailPlus}
        className="self-start max-sm:w-full"
        to={`/admin/invitations?user=${user.id}`}
      >
        {state === 'not invited' ? 'Invite' : 'Invite Again'}
      </ButtonLink>
    </section>
  );
}
