import { useNavigate } from 'react-router-dom';
import {
  InvitationAcceptance,
  invitationRoutes,
  type OpenedInvitation,
} from '../../../contract/users/invitation.ts';
import { doorNumberOf } from '../../../contract/units/doorNumber.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { call } from '../../api/call.ts';
import { useCommunity } from '../../subjects/community/community.ts';
import { recordJoining } from '../../offline/subjects/installOffer.ts';
import { useSession } from '../../session/session.tsx';
import { signInBy } from '../../session/signIn.ts';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { Select } from '../../ui/forms/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { LinkScreen, ToLogin } from './LinkScreen.tsx';
import { useLink } from './useLink.ts';
import { usePublicForm } from './usePublicForm.ts';
import { useSignIn } from './useSignIn.ts';

/** `/invitation`: somebody whom management entered chooses a username and a password. */
export default function AcceptInvitation() {
  const link = useLink((token) => call(invitationRoutes.readInvitation, { body: { token } }));
  return (
    <LinkScreen title="Your Invitation" link={link} instead={<ToLogin />}>
      {(invitation) => <AcceptanceForm token={link.token} invitation={invitation} />}
    </LinkScreen>
  );
}

interface Typed {
  unit_is_right: '' | 'yes' | 'no';
  unit: string;
  username: string;
  password: string;
  keep_signed_in: boolean;
}

function AcceptanceForm({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const navigate = useNavigate();
  const community = useCommunity();
  const { user, status } = useSession();
  const { problem, attempt } = useSignIn({
    done: 'Welcome! You are signed in.',
    unreachable: 'You need a connection to accept the invitation. What you typed stays here.',
    failed: 'The invitation could not be accepted.',
    failedToast: 'The invitation could not be accepted. Please try again.',
  });
  const { first_name, username } = invitation;
  const home = invitation.unit_number === null ? undefined : unitLabel(invitation);
  const { form, field, submit, busy } = usePublicForm<Typed>({
    route: invitationRoutes.acceptInvitation,
    initial: { unit_is_right: '', unit: '', username, password: '', keep_signed_in: true },
    bodyOf,
    send: (typed) =>
      attempt(async () => {
        await signInBy(
          () => call(invitationRoutes.acceptInvitation, { body: InvitationAcceptance.parse(bodyOf(typed)) }),
          typed.keep_signed_in,
        );
        if (typed.keep_signed_in) await recordJoining();
        await navigate('/dashboard/resident', { replace: true });
      }),
  });
  const answered = form.watch('unit_is_right');
  const elsewhere = home === undefined || answered === 'no';

  function bodyOf({ unit_is_right, unit, ...account }: Typed) {
    // Without an answer it is no boolean, which is said at the field.
    const isRight = unit_is_right === '' ? null : unit_is_right === 'yes';
    return {
      ...account,
      token,
      ...(home !== undefined && { unit_is_right: isRight }),
      ...((home === undefined || isRight === false) && { unit: doorNumberOf(unit) }),
    };
  }

  return (
    <div className="mx-auto w-full max-w-md">
      <PageHeading
        title={`Welcome, ${first_name}`}
        description={`${community?.name ?? 'Your management'} invites you. Here you pay, report problems, and read what is new.`}
      />
      <form onSubmit={submit} noValidate className="flex flex-col gap-6">
        {problem && <Banner type="error">{problem}</Banner>}
        {status === 'in' && user && (
          <Banner type="warning">
            {fullNameOf(user)} is signed in on this device, and is signed out when you accept.
          </Banner>
        )}
        <Card title="Is this you?">
          <DescriptionList
            items={[
              { label: 'Name', value: fullNameOf(invitation) },
              ...(home === undefined ? [] : [{ label: 'Home', value: home }]),
            ]}
          />
          {home !== undefined && (
            <Select label={`Do you live in ${home}?`} required {...field('unit_is_right')}>
              <option value="">Please choose</option>
              <option value="yes">Yes, I live there</option>
              <option value="no">No</option>
            </Select>
          )}
          {elsewhere && (
            <Field
              label="Unit number (optional)"
              autoComplete="off"
              help="The number on your door. Management confirms it."
              {...field('unit')}
            />
          )}
        </Card>
        <Card title="How you sign in">
          <Field
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            help="A suggestion. Choose what you remember."
            required
            {...field('username')}
          />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            help="At least 7 characters. Only you know it."
            required
            {...field('password')}
          />
          <Checkbox
            label="Keep me signed in on this device"
            help="It then opens without a connection."
            {...field('keep_signed_in')}
          />
        </Card>
        <Button type="submit" busy={busy} busyLabel="Accepting...">
          Accept Invitation
        </Button>
      </form>
    </div>
  );
}
