import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { doorNumberOf, type DoorNumber } from '../../../contract/units/doorNumber.ts';
import { registerRoutes } from '../../../contract/users/registerRoutes.ts';
import { call } from '../../api/call.ts';
import { signInBy } from '../../session/signIn.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { useSignIn } from './useSignIn.ts';
import { useBusy } from '../../ui/forms/useBusy.ts';

const NAMES = ['firstName', 'lastName', 'username', 'email', 'password', 'unit'] as const;
type Name = (typeof NAMES)[number];

/** `/register`: creates an account and signs in. */
export default function Register() {
  const { problem, setProblem, attempt } = useSignIn({
    done: 'Account created successfully! Welcome aboard!',
    unreachable: 'You need a connection to register. What you typed stays here.',
    failed: 'Registration Failed.',
    failedToast: 'Registration failed. Please try again.',
  });
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: standardSchemaResolver(registerRoutes.register.body),
    defaultValues: {
      firstName: '',
      lastName: '',
      username: '',
      email: '',
      password: '',
      unit: null as DoorNumber | null,
      keep_signed_in: true,
    },
  });
  const { errors } = formState;
  const { busy, run } = useBusy();

  const submit = handleSubmit(async (body) => {
    const fields = await run(() =>
      attempt(() => signInBy(() => call(registerRoutes.register, { body }), body.keep_signed_in ?? false)),
    );
    const named = NAMES.filter((name) => fields[name]);
    for (const name of named) setError(name, { message: fields[name] ?? '' }, { shouldFocus: true });
    // Messages at fields are not repeated above the form.
    if (named.length > 0) setProblem(undefined);
  });

  const text = (name: Name) => ({ ...register(name), error: errors[name]?.message, required: true });
  return (
    <div className="mx-auto w-full max-w-md">
      <PageHeading title="Create Your Account" />
      <Card>
        <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
          {problem && <Banner type="error">{problem}</Banner>}
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <Field label="First name" autoComplete="given-name" {...text('firstName')} />
            <Field label="Last name" autoComplete="family-name" {...text('lastName')} />
          </div>
          <Field
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...text('username')}
          />
          <Field label="Email" type="email" autoComplete="email" {...text('email')} />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            help="At least 7 characters"
            {...text('password')}
          />
          <Field
            label="Unit number (optional)"
            autoComplete="off"
            help="The number on your door. Management confirms it."
            error={errors.unit?.message}
            {...register('unit', { setValueAs: (typed: string | null) => doorNumberOf(typed ?? '') })}
          />
          <Checkbox label="Keep me signed in on this device" {...register('keep_signed_in')} />
          <Button type="submit" busy={busy} busyLabel="Creating Account...">
            Create Account
          </Button>
        </form>
      </Card>
      <p className="mt-6 text-center">
        <Link to="/login" className="font-semibold text-accent-ink underline">
          Already have an account? Sign in here
        </Link>
      </p>
    </div>
  );
}
