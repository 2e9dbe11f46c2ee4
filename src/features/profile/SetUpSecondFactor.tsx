import { useState } from 'react';
import type { SecondFactorSecret } from '../../../contract/sessions/secondFactor.ts';
import { useUser } from '../../session/session.tsx';
import { ConfirmSecondFactor } from './ConfirmSecondFactor.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { StartSecondFactor } from './StartSecondFactor.tsx';

interface SetUpSecondFactorProps {
  /** Undefined where it is required. */
  onCancel?: () => void;
  /** Called once it is on, before the recovery codes are shown. */
  onConfirmed?: () => void;
  /** Called once the recovery codes are kept. */
  onDone: () => void | Promise<void>;
}

/** The steps that turn on the second factor: the password, the app's code, the recovery codes. */
export function SetUpSecondFactor({ onCancel, onConfirmed, onDone }: SetUpSecondFactorProps) {
  const { username } = useUser();
  const [started, setStarted] = useState<SecondFactorSecret>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes username={username} codes={codes} onDone={() => void onDone()} />;
  if (!started) return <StartSecondFactor username={username} onCancel={onCancel} onStarted={setStarted} />;
  return (
    <ConfirmSecondFactor
      {...started}
      onCancel={onCancel ?? (() => setStarted(undefined))}
      onConfirmed={(given) => {
        onConfirmed?.();
        setCodes(given);
      }}
    />
  );
}
