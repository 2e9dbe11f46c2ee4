import { useLayoutEffect, useRef, useState } from 'react';
import type { SecondFactor as Status } from '../../../contract/sessions/secondFactor.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useDevice } from '../../offline/engine/device.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { useUser } from '../../session/session.tsx';
import { adoptToken, adoptUser } from '../../session/currentSession.ts';
import { timeText } from '../../ui/data/Time.tsx';
import { Banner, SuccessBanner } from '../../ui/feedback/Banner.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { SecondFactorProof } from './SecondFactorProof.tsx';

/** With so few recovery codes left, one is told to get new ones. */
const FEW_CODES = 3;

interface SecondFactorProps {
  /** What was just done, such as turning it on. */
  done: string | undefined;
  /** Whether its steps have just been left, so that the focus comes back here. */
  returned: boolean;
  onTurnOn: () => void;
  onNewCodes: (codes: string[]) => void;
  onTold: (done: string | undefined) => void;
}

/** Whether a manager's second factor is on, with the means to change that. */
export function SecondFactor({ done, returned, onTurnOn, onNewCodes, onTold }: SecondFactorProps) {
  const status = useCachedQuery('readSecondFactor', {});
  const user = useUser();
  const { userId } = useDevice();
  const [open, setOpen] = useState<'renew' | 'remove'>();
  const title = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (returned) title.current?.focus();
  }, [returned]);

  function close() {
    setOpen(undefined);
    // The button that was pressed goes with its form.
    title.current?.focus();
  }

  async function removed(token: string, { required }: Status) {
    adoptToken(userId, token);
    close();
    onTold('Your second factor is off. You are signed out everywhere else.');
    // Then this page gives way to the one that sets it up again.
    if (required) await adoptUser({ ...user, must_add_second_factor: true });
    else await status.refresh();
  }

  return (
    <Card
      title={
        <span ref={title} tabIndex={-1} className="outline-none">
          Second factor
        </span>
      }
    >
      {done && <SuccessBanner message={done} onDone={() => onTold(undefined)} />}
      <Loaded query={status} failed="Failed to load your second factor" loading={<Loading cards={1} />}>
        {(loaded) => (
          <>
            {open === 'renew' && (
              <SecondFactorProof
                route="renewRecoveryCodes"
                username={user.username}
                explanation="You get ten new recovery codes. Those that you have stop working."
                needs="You need a connection to get new recovery codes."
                submitLabel="Get New Codes"
                onCancel={close}
                onDone={({ recovery_codes }) => onNewCodes(recovery_codes)}
              />
            )}
            {open === 'remove' && (
              <SecondFactorProof
                route="removeSecondFactor"
                username={user.username}
                explanation={
                  loaded.required
                    ? 'Managers need a second factor here, so you set it up again at once, such as on a new phone. You are signed out everywhere else.'
                    : 'Your password alone signs in then. You are signed out everywhere else.'
                }
                needs="You need a connection to turn off the second factor."
                submitLabel="Turn Off"
                onCancel={close}
                onDone={({ token }) => removed(token, loaded)}
              />
            )}
            {!open && (
              <Summary
                status={loaded}
                onTurnOn={onTurnOn}
                onOpen={(form) => {
                  onTold(undefined);
                  setOpen(form);
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface SummaryProps {
  status: Status;
  onTurnOn: () => void;
  onOpen: (form: 'renew' | 'remove') => void;
}

function Summary({ status: { on_since, recovery_codes_left }, onTurnOn, onOpen }: SummaryProps) {
  const online = useOnline();
  const buttons = 'flex flex-wrap gap-3 max-sm:[&>button]:w-full';
  if (!on_since) {
    return (
      <>
        <p className="text-muted">
          Off. With it, whoever learns your password cannot sign in without your phone.
        </p>
        <div className={buttons}>
          <Button variant="secondary" disabled={!online} onClick={onTurnOn}>
            Turn On
          </Button>
        </div>
        {!online && <p className="text-muted">You need a connection to turn it on.</p>}
      </>
    );
  }
  const left = `${recovery_codes_left} recovery ${recovery_codes_left === 1 ? 'code is' : 'codes are'} left`;
  return (
    <>
      <p className="text-muted">
        On since {timeText(on_since)}. {left}.
      </p>
      {recovery_codes_left <= FEW_CODES && (
        <Banner type="warning">Get new recovery codes before you lose your phone.</Banner>
      )}
      <div className={buttons}>
        <Button variant="secondary" disabled={!online} onClick={() => onOpen('renew')}>
          New Recovery Codes
        </Button>
        <Button variant="secondary" disabled={!online} onClick={() => onOpen('remove')}>
          Turn Off
        </Button>
      </div>
      {!online && <p className="text-muted">You need a connection to change it.</p>}
    </>
  );
}
