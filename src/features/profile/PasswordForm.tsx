import { useLayoutEffect } from 'react';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { adoptToken } from '../../session/currentSession.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';

interface PasswordFormProps {
  username: string;
  /** The label of the current password. */
  current?: string;
  /** Undefined if the form cannot be cancelled. */
  onCancel?: () => void;
  onDone: () => void | Promise<void>;
}

/** The form that changes one's own password. Passwords are never stored as a draft. */
export function PasswordForm({
  username,
  current = 'Current password',
  onCancel,
  onDone,
}: PasswordFormProps) {
  const { userId } = useDevice();
  const online = useOnline();
  const form = useOnlineForm({
    draft: 'password',
    initial: { current_password: '', new_password: '' },
    secret: ['current_password', 'new_password'],
    route: 'changePassword',
    inputOf: (body) => ({ params: { id: String(userId) }, body }),
    failed: (message = 'The password could not be changed.') => message,
    // Where the answer was lost, the password may have changed, and this session with it.
    unreachable: online
      ? 'There was no answer. If you are asked to sign in again, try the new password first. What you typed stays here.'
      : 'You need a connection to change your password. What you typed stays here.',
    onDone: async ({ token }) => {
      adoptToken(userId, token);
      await onDone();
    },
  });
  const { setFocus } = form.form;
  useLayoutEffect(() => {
    if (form.ready) setFocus('current_password');
  }, [form.ready, setFocus]);
  if (!form.ready) return <></>;

  return (
    <form onSubmit={form.submit} noValidate className="flex max-w-md flex-col gap-5">
      <FormNotices form={form} needs="You need a connection to change your password." />
      {/* For the password manager, which files the new password under it. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={current}
        autoComplete="current-password"
        required
        {...form.field('current_password')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help="At least 7 characters. You are then signed out everywhere else."
        required
        {...form.field('new_password')}
      />
      <div className="flex flex-wrap gap-3 max-sm:[&>button]:flex-1">
        <Button type="submit" busy={form.busy} busyLabel="Saving...">
          Save Password
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
