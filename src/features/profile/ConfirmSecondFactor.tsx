import { Copy } from 'lucide-react';
import type { SecondFactorSecret } from '../../../contract/sessions/secondFactor.ts';
import { useOnlineForm } from '../../forms/useOnlineForm.ts';
import { useDevice } from '../../offline/engine/device.ts';
import { adoptToken } from '../../session/currentSession.ts';
import { LazyQrCode } from '../../ui/data/LazyQrCode.tsx';
import { useCopy } from '../../ui/data/useCopy.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { CodeField } from './CodeField.tsx';
import { StepTitle } from './StepTitle.tsx';

interface ConfirmSecondFactorProps extends SecondFactorSecret {
  onCancel: () => void;
  onConfirmed: (recoveryCodes: string[]) => void;
}

/** The second step: the secret for the app, and one code of it. */
export function ConfirmSecondFactor({ secret, uri, onCancel, onConfirmed }: ConfirmSecondFactorProps) {
  const { userId } = useDevice();
  const { copied, copy } = useCopy();
  const form = useOnlineForm({
    draft: 'second-factor-confirmation',
    initial: { code: '' },
    secret: ['code'],
    route: 'confirmSecondFactor',
    inputOf: (body) => ({ body }),
    failed: (message = 'The second factor could not be turned on.') => message,
    // Where the answer was lost, it may be on, and this session's token void.
    unreachable:
      'There was no answer. Please try again. If you are asked to sign in, the second factor is on: enter a code of the app, and get new recovery codes here.',
    onDone: ({ token, recovery_codes }) => {
      adoptToken(userId, token);
      onConfirmed(recovery_codes);
    },
  });
  if (!form.ready) return <></>;
  return (
    <Card title={<StepTitle>Add Porchlight to your app</StepTitle>}>
      <div className="flex flex-col gap-5 sm:flex-row sm:items-start sm:gap-6">
        <div className="size-52 shrink-0 self-center overflow-hidden rounded-card border border-line sm:self-start">
          <LazyQrCode text={uri} label="QR code for your authenticator app" />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <p>Scan this with your authenticator app.</p>
          <p>
            Is the app on this phone?{' '}
            <a href={uri} className="font-semibold text-accent-ink underline">
              Add Porchlight to it
            </a>
          </p>
          <div className="flex flex-col gap-2">
            <p>Or type this key into the app:</p>
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-sunken p-4">
              <output
                aria-label="Key for your authenticator app"
                className="font-mono text-lg font-semibold wrap-anywhere select-all"
              >
                {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
              </output>
              <Button variant="secondary" icon={Copy} onClick={() => void copy(secret)}>
                Copy
              </Button>
            </div>
            <p role="status" className="text-sm font-medium text-muted empty:hidden">
              {copied}
            </p>
          </div>
        </div>
      </div>
      <form onSubmit={form.submit} noValidate className="flex max-w-md flex-col gap-5">
        <FormNotices form={form} needs="You need a connection to turn on the second factor." />
        <CodeField
          help="The app shows a new one every 30 seconds. You are then signed out everywhere else."
          {...form.field('code')}
        />
        <div className="flex flex-wrap gap-3 max-sm:[&>button]:flex-1">
          <Button type="submit" busy={form.busy} busyLabel="Turning On...">
            Turn On
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}
