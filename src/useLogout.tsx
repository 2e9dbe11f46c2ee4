import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { itemsOf } from './offline/outbox.ts';
import { signOut, useUser } from './session.tsx';
import { Button } from './ui/Button.tsx';
import { Modal } from './ui/Modal.tsx';

/** Signing out, which first asks what becomes of what is still unsent. */
export function useLogout(): { logout: () => void; question: ReactNode } {
  const user = useUser();
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState(0);

  async function leave(discardUnsent: boolean): Promise<void> {
    await signOut({ discardUnsent });
    await navigate('/');
  }

  async function logout(): Promise<void> {
    const items = await itemsOf(user.id);
    if (items.length > 0) setUnsent(items.length);
    else await leave(false);
  }

  const question = unsent > 0 && (
    <Modal
      title={unsent === 1 ? '1 change was not sent yet' : `${unsent} changes were not sent yet`}
      size="small"
      onClose={() => setUnsent(0)}
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
        Keep what is unsent on this device for your next sign-in here, or discard it. It is sent only when
        you, {user.first_name}, are signed in.
      </p>
    </Modal>
  );
  return { logout: () => void logout(), question };
}
