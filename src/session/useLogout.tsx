import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { currentConnection } from '../connection.ts';
import { countDrafts } from '../offline/engine/drafts.ts';
import { itemsOf } from '../offline/engine/outbox.ts';
import { useOnline } from '../offline/hooks/useOnline.ts';
import { signOut, useUser } from './session.tsx';
import { Button } from '../ui/forms/Button.tsx';
import { useConfirm } from '../ui/feedback/Confirm.tsx';
import { Modal } from '../ui/layout/Modal.tsx';

const NO_WAY_BACK = 'Without a connection you cannot sign in again.';
const LOG_OUT_OFFLINE = {
  text: `${NO_WAY_BACK} Log out anyway?`,
  confirmLabel: 'Logout',
  cancelLabel: 'Stay signed in',
};

/** Signs out. Asks first about unsent changes and drafts, and warns if a new sign-in is impossible offline. */
export function useLogout(): { logout: () => void; question: ReactNode } {
  const user = useUser();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [left, setLeft] = useState<UnsentCounts>();

  async function leave(discardUnsent: boolean): Promise<void> {
    await signOut({ discardUnsent });
    await navigate('/');
  }

  async function logout(): Promise<void> {
    const [items, drafts] = await Promise.all([itemsOf(user.id), countDrafts(user.id)]);
    if (items.length + drafts > 0) setLeft({ unsent: items.length, drafts });
    else if (currentConnection() === 'online' || (await confirm(LOG_OUT_OFFLINE))) await leave(false);
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
  return { logout: () => void logout(), question };
}

/** The warning while there is no connection. */
function ShutOut() {
  const online = useOnline();
  return online ? <></> : <p className="mt-3 font-semibold">{NO_WAY_BACK}</p>;
}

interface UnsentCounts {
  unsent: number;
  drafts: number;
}

function titleOf({ unsent, drafts }: UnsentCounts): string {
  const changes = unsent === 1 ? '1 change was not sent yet' : `${unsent} changes were not sent yet`;
  const forms = drafts === 1 ? '1 draft is not finished' : `${drafts} drafts are not finished`;
  if (drafts === 0) return changes;
  return unsent === 0 ? forms : `${changes}, and ${forms}`;
}
