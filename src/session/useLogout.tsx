import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { currentConnection } from '../api/connection.ts';
import { loadPart } from '../browser/loadPart.ts';
import { useOnline } from '../offline/hooks/useOnline.ts';
import type { UnsentCounts } from './countUnsent.ts';
import { useUser } from './session.tsx';
import { signOut } from './signIn.ts';
import { Button } from '../ui/forms/Button.tsx';
import { useConfirm } from '../ui/feedback/Confirm.tsx';
import { Modal } from '../ui/layout/Modal.tsx';

const NO_WAY_BACK = 'Without a connection you cannot sign in again.';
const LOG_OUT_OFFLINE = {
  text: `${NO_WAY_BACK} Log out anyway?`,
  confirmLabel: 'Logout',
  cancelLabel: 'Stay signed in',
};

interface Logout {
  logout: () => void;
  /** Signs out and deletes everything of this person from this device, after asking. */
  forgetDevice: () => void;
  /** The open question, to be shown. */
  question: ReactNode;
}

/** Signs out. Asks first about unsent changes and drafts, and warns if a new sign-in is impossible offline. */
export function useLogout(): Logout {
  const user = useUser();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [left, setLeft] = useState<UnsentCounts>();
  const [forgetting, setForgetting] = useState<UnsentCounts>();

  async function leave(discardUnsent: boolean): Promise<void> {
    await signOut({ discardUnsent });
    await navigate('/');
  }

  async function count(): Promise<UnsentCounts> {
    const { countUnsent } = await loadPart(() => import('./countUnsent.ts'));
    return countUnsent(user.id);
  }

  async function logout(): Promise<void> {
    const counts = await count();
    if (counts.unsent + counts.drafts > 0) setLeft(counts);
    else if (currentConnection() === 'online' || (await confirm(LOG_OUT_OFFLINE))) await leave(false);
  }

  if (forgetting) {
    const question = (
      <ForgetDevice
        unsent={forgetting}
        onForget={() => void leave(true)}
        onClose={() => setForgetting(undefined)}
      />
    );
    return { logout: () => void logout(), forgetDevice: () => undefined, question };
  }
  const question = left && (
    <Modal
      title={titleOf(left)}
      size="small"
      onClose={() => setLeft(undefined)}
      footer={
        <>
          <Button onClick={() => void leave(false)}>Keep on this device</Button>
          <Button variant="danger" onClick={() => void leave(true)}>
            Discard
          </Button>
        </>
      }
    >
      <p>
        Keep {left.unsent > 0 ? 'what is unsent' : 'what you wrote'} on this device for your next sign-in
        here, or discard it. It is sent only when you, {user.first_name}, are signed in.
      </p>
      <ShutOut />
    </Modal>
  );
  return {
    logout: () => void logout(),
    forgetDevice: () => void count().then(setForgetting),
    question,
  };
}

interface ForgetDeviceProps {
  unsent: UnsentCounts;
  onForget: () => void;
  onClose: () => void;
}

function ForgetDevice({ unsent, onForget, onClose }: ForgetDeviceProps) {
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
