import { useLayoutEffect } from 'react';
import type { Answer } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { CodeField } from './CodeField.tsx';

type ProvenRoute = 'renewRecoveryCodes' | 'removeSecondFactor';

interface SecondFactorProofProps<N extends ProvenRoute> {
  route: N;
  username: string;
  /** What the form does, as its heading above. */
  explanation: string;
  /** What the connection is needed for. */
  needs: string;
  submitLabel: string;
  onCancel: () => void;
  onDone: (answer: Answer<Routes[N]>) => void | Promise<void>;
}

/** The password and a code, for new recovery codes or to turn the second factor off. Neither is stored as a draft. */
export function SecondFactorProof<N extends ProvenRoute>(props: SecondFactorProofProps<N>) {
  const { route, username, explanation, needs, submitLabel, onCancel, onDone } = props;
  const form = useOnlineForm<{ current_password: string; code: string }, ProvenRoute>({
    draft: 'second-factor-proof',
    initial: { current_password: '', code: '' },
    secret: ['current_password', 'code'],
    route,
    inputOf: (body) => ({ body }),
    failed: (message = 'The second factor could not be changed.') => message,
    unreachable:
      'There was no answer, so it may be done already. Please try again with the next code; if you are asked to sign in, do so and look here again.',
    onDone: (answer) => onDone(answer as Answer<Routes[N]>),
  });
  const { setFocus } = form.form;
  useLayoutEffect(() => {
    if (form.ready) setFocus('current_password');
  }, [form.ready, setFocus]);
  if (!form.ready) return <></>;
  return (
    <form onSubmit={form.submit} noValidate className="flex max-w-md flex-col gap-5">
      <p>{explanation}</p>
      <FormNotices form={form} needs={needs} />
      {/* For the password manager. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        required
        {...form.field('current_password')}
      />
      <CodeField help="Of your authenticator app, or a recovery code." {...form.field('code')} />
      <div className="flex flex-wrap gap-3 max-sm:[&>button]:flex-1">
        <Button type="submit" busy={form.busy} busyLabel="Checking...">
          {submitLabel}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
