import { useLayoutEffect } from 'react';
import type { SecondFactorSecret } from '../../../contract/sessions/secondFactor.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { Card } from '../../ui/layout/Card.tsx';

interface StartSecondFactorProps {
  username: string;
  onCancel?: (() => void) | undefined;
  onStarted: (secret: SecondFactorSecret) => void;
}

/** The first step: the password. It is never stored as a draft. */
export function StartSecondFactor({ username, onCancel, onStarted }: StartSecondFactorProps) {
  const form = useOnlineForm({
    draft: 'second-factor-start',
    initial: { current_password: '' },
    secret: ['current_password'],
    route: 'startSecondFactor',
    inputOf: (body) => ({ body }),
    failed: (message = 'The second factor could not be set up.') => message,
    unreachable: 'There was no answer. Please try again; what you typed stays here.',
    onDone: onStarted,
  });
  const { setFocus } = form.form;
  useLayoutEffect(() => {
    if (form.ready) setFocus('current_password');
  }, [form.ready, setFocus]);
  if (!form.ready) return <></>;
  return (
    <Card title="Set up a second factor">
      <form onSubmit={form.submit} noValidate className="flex max-w-md flex-col gap-5">
        <p>
          You need an authenticator app on your phone, such as the one of your password manager. From then on
          each sign-in asks for your password and for a code of the app.
        </p>
        <FormNotices form={form} needs="You need a connection to set up a second factor." />
        {/* For the password manager. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          {...form.field('current_password')}
        />
        <div className="flex flex-wrap gap-3 max-sm:[&>button]:flex-1">
          <Button type="submit" busy={form.busy} busyLabel="Checking...">
            Next
          </Button>
          {onCancel && (
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
