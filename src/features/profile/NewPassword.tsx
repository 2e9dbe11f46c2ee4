import { useDevice } from '../../offline/engine/device.ts';
import { useUser } from '../../session/session.tsx';
import { adoptUser } from '../../session/currentSession.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { useToast } from '../../ui/feedback/Toasts.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** Replaces every screen after a sign-in with a one-time password, until a new one is chosen. Logout stays possible. */
export default function NewPassword() {
  const user = useUser();
  const { requestReplay } = useDevice();
  const toast = useToast();

  async function done() {
    await adoptUser({ ...user, must_change_password: false });
    toast.success('Your password was changed.');
    // The outbox was not sent until now.
    await requestReplay({ eager: true });
  }

  return (
    <div className="max-w-xl">
      <PageHeading
        title="Choose a Password"
        description={`Welcome, ${user.first_name}. You signed in with a one-time password from management. Choose one that only you know to go on.`}
      />
      <Card>
        <PasswordForm username={user.username} current="One-time password" onDone={done} />
      </Card>
    </div>
  );
}
