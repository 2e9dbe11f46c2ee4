import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { currentConnection } from '../api/connection.ts';
import { loadPart } from '../browser/loadPart.ts';
import { useUser } from './session.tsx';
import { NO_WAY_BACK } from './noWayBack.ts';
import { signOut } from './signIn.ts';
import { useConfirm } from '../ui/feedback/Confirm.tsx';

const LOG_OUT_OFFLINE = {
  text: `${NO_WAY_BACK} Log out anyway?`,
  confirmLabel: 'Logout',
  cancelLabel: 'Stay signed in',
};

interface Logout {
  logout: () => void;
  /** Signs out and deletes everything of this person from this device, after asking. */
  forgetDevice: () => void;
  /** The open question, to be shown. */
  question: ReactNode;
}

/** Signs out. Asks first about unsent changes and drafts, and warns if a new sign-in is impossible offline. */
export function useLogout(): Logout {
  const user = useUser();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [question, setQuestion] = useState<ReactNode>();
  const close = () => setQuestion(undefined);

  async function leave(discardUnsent: boolean): Promise<void> {
    await signOut({ discardUnsent });
    await navigate('/');
  }

  async function logout(): Promise<void> {
    const { countUnsent, KeepOrDiscard } = await loadPart(() => import('./LogoutQuestions.tsx'));
    const unsent = await countUnsent(user.id);
    if (unsent.unsent + unsent.drafts > 0) {
      setQuestion(
        <KeepOrDiscard {...{ user, unsent }} onLeave={(discard) => void leave(discard)} onClose={close} />,
      );
    } else if (currentConnection() === 'online' || (await confirm(LOG_OUT_OFFLINE))) await leave(false);
  }

  async function forgetDevice(): Promise<void> {
    const { countUnsent, ForgetDevice } = await loadPart(() => import('./LogoutQuestions.tsx'));
    const unsent = await countUnsent(user.id);
    setQuestion(<ForgetDevice unsent={unsent} onForget={() => void leave(true)} onClose={close} />);
  }

  return { logout: () => void logout(), forgetDevice: () => void forgetDevice(), question };
}
