import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { routes } from '../../../contract/routes.ts';
import { call, ApiError, Unreachable } from '../../call.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { NeedsConnection } from './NeedsConnection.tsx';

const NAMES = ['current_password', 'new_password'] as const;

interface PasswordFormProps {
  username: string;
  /** What the password is called that they have. */
  current?: string;
  /** Not given where there is no way around it. */
  onCancel?: () => void;
  onDone: () => void | Promise<void>;
}

/** The change of one's own password; passwords are never kept on the device. */
export function PasswordForm({
  username,
  current = 'Current password',
  onCancel,
  onDone,
}: PasswordFormProps) {
  const { userId, withToken } = useDevice();
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: standardSchemaResolver(routes.changePassword.body),
    defaultValues: { current_password: '', new_password: '' },
  });
  useEffect(() => setFocus('current_password'), [setFocus]);

  const submit = handleSubmit(async (body) => {
    setProblem(undefined);
    try {
      await withToken((token) =>
        call(routes.changePassword, { params: { id: String(userId) }, body }, { token }),
      );
      await onDone();
    } catch (error) {
      if (error instanceof Unreachable) {
        setProblem('You need a connection to change your password. What you typed stays here.');
      } else if (error instanceof ApiError) {
        const fields = error.failure.fields ?? {};
        const named = NAMES.filter((name) => fields[name]);
        for (const name of named) setError(name, { message: fields[name] ?? '' }, { shouldFocus: true });
        if (named.length === 0) setProblem(error.message);
      } else throw error;
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex max-w-md flex-col gap-5">
      <NeedsConnection>You need a connection to change your password.</NeedsConnection>
      {problem && <Banner type="error">{problem}</Banner>}
      {/* For the password manager, which files the new password under it. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={current}
        autoComplete="current-password"
        required
        error={formState.errors.current_password?.message}
        {...register('current_password')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help="At least 7 characters. You are then signed out everywhere else."
        required
        error={formState.errors.new_password?.message}
        {...register('new_password')}
      />
      <div className="flex flex-wrap gap-3 max-sm:[&>button]:flex-1">
        <Button type="submit" busy={formState.isSubmitting} busyLabel="Saving...">
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
