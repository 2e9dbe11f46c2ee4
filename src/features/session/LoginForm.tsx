import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { routes } from '../../../contract/routes.ts';
import { Refused, Unreachable } from '../../call.ts';
import { signIn } from '../../session.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useToast } from '../../ui/Toasts.tsx';

/** Name and password; whoever signs in is led on by the route itself. */
export function LoginForm() {
  const toast = useToast();
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    resolver: standardSchemaResolver(routes.login.body),
    defaultValues: { username: '', password: '', keep_signed_in: true },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (body) => {
    setProblem(undefined);
    try {
      await signIn(body);
      toast.success('Successfully logged in!');
    } catch (error) {
      const words = wordsFor(error);
      setProblem(words);
      toast.error(words);
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      {problem && <Banner type="error">{problem}</Banner>}
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={errors.username?.message}
        {...register('username')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register('password')}
      />
      <Checkbox
        label="Keep me signed in on this device"
        help="Porchlight then opens without a connection, and sends what is waiting by itself."
        {...register('keep_signed_in')}
      />
      <Button type="submit" busy={isSubmitting} busyLabel="Signing in...">
        Login
      </Button>
    </form>
  );
}

function wordsFor(error: unknown): string {
  if (error instanceof Unreachable)
    return 'You need a connection to sign in. Please try again when you have one.';
  if (error instanceof Refused) return error.message || 'Login Failed.';
  return 'Login failed. Please check your credentials.';
}
