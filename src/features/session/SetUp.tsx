import { useNavigate } from 'react-router-dom';
import { setupRoutes } from '../../../contract/community/setup.ts';
import { call } from '../../api/call.ts';
import { refreshCommunity } from '../../subjects/community/community.ts';
import { signInBy } from '../../session/signIn.ts';
import { timeZones } from '../../subjects/community/timeZones.ts';
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

/** `/setup`: sets a new server up, by the link in its log. */
export default function SetUp() {
  const link = useLink((token) => call(setupRoutes.readSetup, { body: { token } }));
  return (
    <LinkScreen title="Set Up Your Community" link={link} instead={<ToLogin />}>
      {({ time_zone }) => <SetUpForm token={link.token} timeZone={time_zone ?? zoneOfDevice()} />}
    </LinkScreen>
  );
}

/** The zone of whoever sets the community up, which is most likely its own. */
function zoneOfDevice(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function SetUpForm({ token, timeZone }: { token: string; timeZone: string }) {
  const navigate = useNavigate();
  const { problem, attempt } = useSignIn({
    done: 'Your community is set up. Welcome!',
    unreachable: 'You need a connection to set up. What you typed stays here.',
    failed: 'The set-up failed.',
    failedToast: 'The set-up failed. Please try again.',
  });
  const { field, submit, busy } = usePublicForm({
    route: setupRoutes.completeSetup,
    initial: {
      communityName: '',
      timeZone,
      propertyName: '',
      address: '',
      firstName: '',
      lastName: '',
      email: '',
      username: '',
      password: '',
      keep_signed_in: true,
    },
    bodyOf: (typed) => ({ ...typed, token }),
    send: (typed) =>
      attempt(async () => {
        const body = { ...typed, token };
        await signInBy(() => call(setupRoutes.completeSetup, { body }), typed.keep_signed_in);
        await refreshCommunity();
        await navigate('/admin/dashboard', { replace: true });
      }),
  });
  return (
    <div className="mx-auto w-full max-w-xl">
      <PageHeading
        title="Set Up Your Community"
        description="This is done once. Everything but the time zone can be changed later."
      />
      <form onSubmit={submit} noValidate className="flex flex-col gap-6">
        {problem && <Banner type="error">{problem}</Banner>}
        <Card title="Your community">
          <Field
            label="Community name"
            autoComplete="organization"
            help="Residents see it on every screen, receipt and message."
            required
            {...field('communityName')}
          />
          <Select
            label="Time zone"
            help="Days begin by it: when rent is due, and when charges are posted."
            required
            {...field('timeZone')}
          >
            {timeZones(timeZone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Card>
        <Card title="Your first property">
          <Field label="Property name" autoComplete="off" required {...field('propertyName')} />
          <Field label="Address" autoComplete="off" required {...field('address')} />
        </Card>
        <Card title="You, the first manager">
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <Field label="First name" autoComplete="given-name" required {...field('firstName')} />
            <Field label="Last name" autoComplete="family-name" required {...field('lastName')} />
          </div>
          <Field label="Email" type="email" autoComplete="email" required {...field('email')} />
          <Field
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            {...field('username')}
          />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            help="At least 7 characters"
            required
            {...field('password')}
          />
          <Checkbox label="Keep me signed in on this device" {...field('keep_signed_in')} />
        </Card>
        <Button type="submit" busy={busy} busyLabel="Setting up..." className="self-start max-sm:w-full">
          Set Up Community
        </Button>
      </form>
    </div>
  );
}
