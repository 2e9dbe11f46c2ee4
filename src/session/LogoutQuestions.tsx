import type { User } from '../../contract/users/user.ts';
import { useOnline } from '../offline/hooks/useOnline.ts';
import { Button } from '../ui/forms/Button.tsx';
import { Modal } from '../ui/layout/Modal.tsx';
import type { UnsentCounts } from './countUnsent.ts';
import { NO_WAY_BACK } from './noWayBack.ts';

// What is asked before somebody signs out. Loaded with the question.

export { countUnsent } from './countUnsent.ts';

interface KeepOrDiscardProps {
  user: Pick<User, 'first_name'>;
  unsent: UnsentCounts;
  onLeave: (discardUnsent: boolean) => void;
  onClose: () => void;
}

export function KeepOrDiscard({ user, unsent, onLeave, onClose }: KeepOrDiscardProps) {
  return (
    <Modal
      title={titleOf(unsent)}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onLeave(false)}>Keep on this device</Button>
          <Button variant="danger" onClick={() => onLeave(true)}>
            Discard
          </Button>
        </>
      }
    >
      <p>
        Keep {unsent.unsent > 0 ? 'what is unsent' : 'what you wrote'} on this device for your next sign-in
        here, or discard it. It is sent only when you, {user.first_name}, are signed in.
      </p>
      <ShutOut />
    </Modal>
  );
}

interface ForgetDeviceProps {
  unsent: UnsentCounts;
  onForget: () => void;
  onClose: () => void;
}

export function ForgetDevice({ unsent, onForget, onClose }: ForgetDeviceProps) {
  return (
    <Modal
      title="Forget this device?"
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" onClick={onForget}>
            Forget and log out
          </Button>
        </>
      }
    >
      {unsent.unsent + unsent.drafts > 0 && (
        <p className="mb-3 font-semibold text-danger">{titleOf(unsent)}. It would be gone for good.</p>
      )}
      <p>
        You are logged out, and everything that Porchlight keeps for you on this device is deleted from it.
      </p>
      <ShutOut />
    </Modal>
  );
}

/** The warning while there is no connection. */
function ShutOut() {
  const online = useOnline();
  return online ? <></> : <p className="mt-3 font-semibold">{NO_WAY_BACK}</p>;
}

function titleOf({ unsent, drafts }: UnsentCounts): string {
  const changes = unsent === 1 ? '1 change is unsent' : `${unsent} changes are unsent`;
  const forms = drafts === 1 ? '1 draft is not finished' : `${drafts} drafts are not finished`;
  if (drafts === 0) return changes;
  return unsent === 0 ? forms : `${changes}, and ${forms}`;
}
