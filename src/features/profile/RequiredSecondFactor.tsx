import { useDevice } from '../../offline/engine/device.ts';
import { useUser } from '../../session/session.tsx';
import { adoptUser } from '../../session/currentSession.ts';
import { useToast } from '../../ui/feedback/Toasts.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx';

interface RequiredSecondFactorProps {
  /** Called with true once it is on, and with false once the recovery codes are kept. */
  onActive: (showing: boolean) => void;
}

/** Replaces every screen of a manager who must set up a second factor, until it is on. Logout stays possible. */
export default function RequiredSecondFactor({ onActive }: RequiredSecondFactorProps) {
  const user = useUser();
  const { requestReplay } = useDevice();
  const toast = useToast();

  async function done() {
    await adoptUser({ ...user, must_add_second_factor: false });
    onActive(false);
    toast.success('Your second factor is on.');
    // The outbox was not sent until now.
    await requestReplay({ eager: true });
  }

  return (
    <div className="max-w-3xl">
      <PageHeading
        title="Add a Second Factor"
        description={`Welcome, ${user.first_name}. Managers sign in here with a second factor. Set yours up to go on.`}
      />
      <SetUpSecondFactor onConfirmed={() => onActive(true)} onDone={done} />
    </div>
  );
}
