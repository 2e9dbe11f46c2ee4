import { useState } from 'react';
import { SuccessBanner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** The form that changes one's own password, within the profile. */
export function ChangePassword({ username }: { username: string }) {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  return (
    <Card title="Password">
      {done && (
        <SuccessBanner
          message="Your password was changed. You are signed out everywhere else."
          onDone={() => setDone(false)}
        />
      )}
      {open ? (
        <PasswordForm
          username={username}
          onCancel={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            setDone(true);
          }}
        />
      ) : (
        <Button
          variant="secondary"
          className="self-start max-sm:w-full"
          onClick={() => {
            setDone(false);
            setOpen(true);
          }}
        >
          Change Password
        </Button>
      )}
    </Card>
  );
}
