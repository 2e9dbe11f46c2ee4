import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { emailConfirmationRoutes } from '../../../contract/users/emailConfirmation.ts';
import { ApiError, call, Unreachable } from '../../api/call.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { useBusy } from '../../ui/forms/useBusy.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';

/** `/confirm-email`: confirms an address by the link that was mailed to it, at a tap, since programs open links in mails too. */
export default function ConfirmEmail() {
  const token = useLocation().hash.slice(1);
  const [done, setDone] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const { busy, run } = useBusy();

  async function confirm(): Promise<void> {
    setProblem(undefined);
    try {
      const { message } = await run(() => call(emailConfirmationRoutes.confirmEmail, { body: { token } }));
      setDone(message);
    } catch (error) {
      if (error instanceof Unreachable) setProblem('You need a connection to confirm your address.');
      else if (error instanceof ApiError) setProblem(error.failure.fields?.token ?? error.message);
      else throw error;
    }
  }

  return (
    <div className="mx-auto w-full max-w-md">
      <PageHeading title="Confirm Your Email Address" />
      <Card>
        {done === undefined ? (
          <>
            {problem && <Banner type="error">{problem}</Banner>}
            <p>Confirm that the address this link was sent to is yours. Mail is sent to it then.</p>
            <Button busy={busy} busyLabel="Confirming..." onClick={() => void confirm()}>
              Confirm the Address
            </Button>
          </>
        ) : (
          <>
            <Banner type="success">{done}</Banner>
            <ButtonLink to="/login">Go On</ButtonLink>
          </>
        )}
      </Card>
    </div>
  );
}
