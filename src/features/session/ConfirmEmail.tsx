import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { emailConfirmationRoutes } from '../../../contract/users/emailConfirmation.ts';
import { BROKEN_LINK, LinkToken } from '../../../contract/users/linkToken.ts';
import { ApiError, call, Unreachable } from '../../api/call.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { useBusy } from '../../ui/forms/useBusy.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { ToLogin } from './LinkScreen.tsx';

/** What came of the tap. */
interface Outcome {
  type: 'success' | 'warning' | 'error';
  text: string;
}

/** `/confirm-email`: confirms an address by the link that was mailed to it, at a tap, since programs open links in mails too. */
export default function ConfirmEmail() {
  const token = useLocation().hash.slice(1);
  const [outcome, setOutcome] = useState<Outcome>();
  const { busy, run } = useBusy();
  // No server needs to be asked of a link that is cut.
  const isWhole = LinkToken.safeParse(token).success;

  async function confirm(): Promise<void> {
    setOutcome(undefined);
    try {
      const { message } = await run(() => call(emailConfirmationRoutes.confirmEmail, { body: { token } }));
      setOutcome({ type: 'success', text: message });
    } catch (error) {
      if (error instanceof Unreachable) {
        setOutcome({ type: 'warning', text: 'You need a connection to confirm your address.' });
      } else if (error instanceof ApiError) {
        const mayWorkLater = error.status >= 500 || error.status === 429;
        setOutcome({ type: mayWorkLater ? 'warning' : 'error', text: error.message });
      } else throw error;
    }
  }

  return (
    <div className="mx-auto w-full max-w-md">
      <PageHeading title="Confirm Your Email Address" />
      <Card>
        {!isWhole && <Banner type="error">{BROKEN_LINK}</Banner>}
        {outcome && (
          <Told key={outcome.text}>
            <Banner type={outcome.type}>{outcome.text}</Banner>
          </Told>
        )}
        {isWhole && (outcome === undefined || outcome.type === 'warning') && (
          <>
            <p>Confirm that the address this link was sent to is yours. Mail is sent to it then.</p>
            <Button busy={busy} busyLabel="Confirming..." onClick={() => void confirm()}>
              Confirm the Address
            </Button>
          </>
        )}
        {outcome?.type === 'success' && <ButtonLink to="/login">Go On</ButtonLink>}
        {(!isWhole || outcome?.type === 'error') && <ToLogin />}
      </Card>
    </div>
  );
}

/** A message that takes the focus, since the button that led to it goes. */
function Told({ children }: { children: ReactNode }) {
  return (
    <div ref={focus} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

const focus = (told: HTMLElement | null) => told?.focus();
