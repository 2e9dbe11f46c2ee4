import { useNavigate } from 'react-router-dom';
import { forgottenPasswordRoutes } from '../../../contract/users/forgottenPassword.ts';
import { call } from '../../api/call.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useToast } from '../../ui/feedback/Toasts.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { LinkScreen } from './LinkScreen.tsx';
import { useLink } from './useLink.ts';
import { usePublicForm } from './usePublicForm.ts';
import { useSending } from './useSending.ts';

const { readPasswordReset, completePasswordReset } = forgottenPasswordRoutes;

/** `/new-password`: chooses a new password by a link that was mailed. */
export default function NewPasswordByLink() {
  const link = useLink((token) => call(readPasswordReset, { body: { token } }));
  return (
    <LinkScreen
      title="Choose a New Password"
      link={link}
      instead={<ButtonLink to="/forgot-password">Ask for Another Link</ButtonLink>}
    >
      {(owner) => <NewPasswordForm token={link.token} {...owner} />}
    </LinkScreen>
  );
}

interface NewPasswordFormProps {
  token: string;
  first_name: string;
  username: string;
}

function NewPasswordForm({ token, first_name, username }: NewPasswordFormProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const { problem, sending } = useSending('You need a connection to change your password.');
  const { field, submit, busy } = usePublicForm({
    route: completePasswordReset,
    initial: { password: '' },
    bodyOf: (typed) => ({ ...typed, token }),
    send: ({ password }) =>
      sending(async () => {
        const { message } = await call(completePasswordReset, { body: { token, password } });
        toast.success(message);
        await navigate('/login', { replace: true });
      }),
  });
  return (
    <div className="mx-auto w-full max-w-md">
      <PageHeading
        title="Choose a New Password"
        description={`${first_name}, you sign in as ${username}. You are then signed out everywhere, and sign in again.`}
      />
      <Card>
        <form onSubmit={submit} noValidate className="flex flex-col gap-5">
          {problem && <Banner type="error">{problem}</Banner>}
          {/* For the password manager, which files the new password under it. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            help="At least 7 characters"
            required
            {...field('password')}
          />
          <Button type="submit" busy={busy} busyLabel="Saving...">
            Save Password
          </Button>
        </form>
      </Card>
    </div>
  );
}
