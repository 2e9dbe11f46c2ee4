import { useEffect, useState, type SubmitEvent } from 'react';
import { fieldMessages, type FieldMessages } from '../../../contract/http/failure.ts';
import { loadLoginRules, signIn } from '../../session/signIn.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { useSignIn } from './useSignIn.ts';
import { useBusy } from '../../ui/forms/useBusy.ts';

/**
 * Username and password; the router redirects after the sign-in. Written without the form library, which would be a
 * tenth of the login screen's script.
 */
export function LoginForm() {
  const { problem, setProblem, attempt } = useSignIn({
    done: 'Successfully logged in!',
    unreachable: 'You need a connection to sign in. Please try again when you have one.',
    failed: 'Login Failed.',
    failedToast: 'Login failed. Please check your credentials.',
  });
  const [errors, setErrors] = useState<FieldMessages>({});
  const { busy, run } = useBusy();
  const [needsCode, setNeedsCode] = useState(false);

  // What is typed is checked by the contract's own rules, which are loaded while somebody types.
  useEffect(() => {
    // Where they cannot be, the form says so as it is sent.
    loadLoginRules().catch(() => undefined);
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    await run(() => send(form));
  }

  /** Says so as the sign-in itself would. */
  async function cannotLoad(error: Error): Promise<undefined> {
    await attempt(() => Promise.reject(error));
  }

  async function send(form: HTMLFormElement) {
    const typed = await parse(form).catch(cannotLoad);
    if (!typed) return;
    const wrong = typed.success ? {} : fieldMessages(typed.error);
    setErrors(wrong);
    if (!typed.success) {
      setProblem(undefined);
      focusFirst(form, wrong);
      return;
    }
    const { code } = await attempt(() => signIn(typed.data));
    if (!code) return;
    // The first time the field appears, and takes the focus.
    setNeedsCode(true);
    if (!needsCode) return;
    setErrors({ code });
    focusFirst(form, { code });
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      // After an error a field is validated at each keystroke.
      onInput={({ currentTarget }) => {
        if (Object.keys(errors).length === 0) return;
        void parse(currentTarget).then(({ success, error }) =>
          setErrors(success ? {} : fieldMessages(error)),
        );
      }}
      noValidate
      className="flex flex-col gap-5"
    >
      {problem && <Banner type="error">{problem}</Banner>}
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={errors.username}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
      {needsCode && (
        <Field
          ref={focus}
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          help="From your authenticator app. Without your phone, enter a recovery code; without those, ask whoever runs Porchlight for you."
          error={errors.code}
        />
      )}
      <Checkbox
        label="Keep me signed in on this device"
        name="keep_signed_in"
        defaultChecked
        help="Porchlight then opens without a connection, and sends what is waiting by itself."
      />
      <Button type="submit" busy={busy} busyLabel="Signing in...">
        Login
      </Button>
    </form>
  );
}

type LoginFields = HTMLFormControlsCollection &
  Record<'username' | 'password' | 'keep_signed_in', HTMLInputElement> & { code?: HTMLInputElement };

const focus = (input: HTMLInputElement | null) => input?.focus();

async function parse(form: HTMLFormElement) {
  const { username, password, keep_signed_in, code } = form.elements as LoginFields;
  const typed = {
    username: username.value,
    password: password.value,
    keep_signed_in: keep_signed_in.checked,
    ...(code && { code: code.value }),
  };
  const rules = await loadLoginRules();
  return rules.safeParse(typed);
}

function focusFirst(form: HTMLFormElement, wrong: FieldMessages): void {
  const [first] = Object.keys(wrong);
  const field = first && form.elements.namedItem(first);
  if (field instanceof HTMLElement) field.focus();
}
