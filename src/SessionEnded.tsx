import { useState } from 'react';
import { LoginForm } from './features/session/LoginForm.tsx';
import { useSession } from './session.tsx';
import { Banner } from './ui/Banner.tsx';
import { Button } from './ui/Button.tsx';
import { Modal } from './ui/Modal.tsx';

/** Where the session ended while something is open: signing in again right here loses nothing. */
export function SessionEnded() {
  const { ended } = useSession();
  const [open, setOpen] = useState(false);
  if (!ended) return <></>;
  return (
    <>
      <Banner
        type="warning"
        className="mb-6"
        action={
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Sign in
          </Button>
        }
      >
        Your session has ended. Please sign in again to see what is new and to send what is waiting.
      </Banner>
      {open && (
        <Modal title="Sign in again" size="small" onClose={() => setOpen(false)}>
          <LoginForm onDone={() => setOpen(false)} />
        </Modal>
      )}
    </>
  );
}
